export default defineNuxtConfig({
  compatibilityDate: '2025-11-01',
  telemetry: false,
  app: { head: { title: 'The Slow Post', htmlAttrs: { lang: 'en' } } },
  // Set by NUXT_POPULUS_URL and NUXT_WEBHOOK_SECRET; only the server knows them.
  runtimeConfig: { populusUrl: 'http://127.0.0.1:1337', webhookSecret: '' },
})
