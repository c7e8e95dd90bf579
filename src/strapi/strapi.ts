/** What this folder does for the rest of the server. Every part is loaded when it is needed. */
import type { StrapiSupport } from '../strapi-support.ts'

export const strapi: StrapiSupport = Object.freeze({
  readProject: async (...given) => (await import('./files/read-strapi-project.ts')).readStrapiProject(...given),
  loadCode: async (...given) => (await import('./run/find-code.ts')).findCode(...given),
  importOnStart: async (...given) => (await import('./config-sync/import-on-start.ts')).importOnStart(...given),
  importArchive: async (...given) => (await import('./archive/import-archive.ts')).importArchive(...given),
  convertArchive: async (...given) => (await import('./archive/convert-archive.ts')).convertArchive(...given),
  exportArchive: async (...given) => (await import('./archive/export-archive.ts')).exportArchive(...given),
  report: async (...given) => (await import('./adopt/panel-report.ts')).panelReport(...given),
  commands: {
    adopt: async () => (await import('./commands/adopt.ts')).adoptCommand,
    'adopt compare': async () => (await import('./commands/adopt-compare.ts')).adoptCompareCommand,
    'config-sync import': async () => (await import('./commands/config-sync.ts')).configSyncImport,
    'config-sync export': async () => (await import('./commands/config-sync.ts')).configSyncExport,
    init: async () => (await import('./commands/init-strapi.ts')).initStrapi,
    export: async () => (await import('./commands/export-for-strapi.ts')).exportForStrapi,
  },
} satisfies StrapiSupport)
