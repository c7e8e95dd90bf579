import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

// Pages are files, made by the build, unless they say `prerender = false`.
export default defineConfig({ adapter: node({ mode: 'standalone' }), outDir: process.env.OUT_DIR ?? 'dist' })
