/** `core-store.plugin_upload_settings.json`: the settings that Strapi keeps in the database. */
import { z } from 'zod'
import { DEFAULT_LOCALE_KEY } from '../../content/default-locale.ts'
import { type CoreStoreEntry, deleteCoreStore, listCoreStore, putCoreStore } from '../../tables/core-store.ts'
import { optionalShortText, type SyncContent, type SyncContext, type SyncKind, shortText } from './sync-kind.ts'

const shape = z.object({
  key: shortText,
  value: z.json(),
  type: optionalShortText,
  environment: optionalShortText,
  tag: optionalShortText,
})

/** What belongs to one database and says nothing about another. */
export const OWN_SETTING = /^(plugin_populus|populus_)/

const NEEDED_SETTINGS: ReadonlyMap<string, string> = new Map([
  [DEFAULT_LOCALE_KEY, 'there must be a default locale'],
  ['plugin_users-permissions_advanced', 'it says who may register'],
])

export function coreStoreKind({ run }: SyncContext): SyncKind {
  return {
    name: 'core-store',
    key: 'key',
    shape,
    load: async () => {
      const entries = (await listCoreStore(run)).filter(({ key }) => !OWN_SETTING.test(key))
      return new Map(entries.map((entry): readonly [string, SyncContent] => [entry.key, { ...entry }]))
    },
    put: (_key, wanted) => putCoreStore(run, wanted as unknown as CoreStoreEntry),
    remove: key => deleteCoreStore(run, key),
    reasonToKeep: async key => NEEDED_SETTINGS.get(key),
  }
}
