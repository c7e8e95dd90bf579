/** The options of the plugin strapi-plugin-config-sync, as a setting. */
import { z } from 'zod'
import { type Kind, value } from './setting.ts'

const configSync = z.strictObject({
  /** The folder with the files, relative to the project. */
  syncDir: z.string().min(1),
  /** Exported files have one line. */
  minify: z.boolean(),
  /** An import only adds: it neither changes nor removes what the database has. */
  soft: z.boolean(),
  /** `populus start` imports. */
  importOnBootstrap: z.boolean(),
  /** Kinds that are left alone: `admin-role`. */
  excludedTypes: z.array(z.string()),
  /** Beginnings of names that are left alone: `core-store.plugin_upload_settings`. */
  excludedConfig: z.array(z.string()),
})

export type ConfigSync = Readonly<z.output<typeof configSync>>

export function configSyncOptions(): Kind<ConfigSync | null> {
  const test = (given: unknown) => given === null || configSync.safeParse(given).success
  return value(`null, or an object with ${Object.keys(configSync.shape).join(', ')}`, test)
}
