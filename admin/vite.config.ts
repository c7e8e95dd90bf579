/** Builds the panel into `dist/admin`. Run it with `scripts/build-admin.mjs`, which also compresses the files. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The kit has 28 variables for each of its colours. The panel's own are in `theme.ts`; these are never used. */
const OTHERS = /^--mantine-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/

const withoutOtherColours: Plugin = {
  name: 'without-other-colours',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('default-css-variables.layer.css')) return undefined
    const lines = code.split('\n').filter(line => !OTHERS.test(line.trim()))
    return { code: lines.join('\n'), map: null }
  },
}

export default defineConfig({
  root: path('.'),
  base: '/admin/',
  plugins: [react(), withoutOtherColours],
  html: { cspNonce: '%NONCE%' },
  // Each name would be exported once more.
  json: { namedExports: false },
  build: {
    outDir: path('../dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    // Data addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Against a running server: `npx vite admin` with `populus start` on its usual port.
  server: { proxy: { '/admin/api': 'http://127.0.0.1:1337', '/uploads': 'http://127.0.0.1:1337' } },
})
