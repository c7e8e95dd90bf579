/** Populus' own tables that several rooms know. */

/** Where they are. */
export const OWN_SCHEMA = 'populus'

/** How changes of one of them are named. */
export function ownTable(name: string): string {
  return `${OWN_SCHEMA}.${name}`
}

/** Facts about this installation: `key`, `value`. */
export const META_TABLE = 'meta'
/** Unsaved work, by person and entry; `entry` is an id, or `new-<key>`. */
export const DRAFTS_TABLE = 'drafts'
/** Changes of published entries that wait to be published. */
export const PENDING_TABLE = 'pending_changes'
/** What Strapi does not know of a webhook: its types (JSON), its secret, and the one before, which counts until `old_until`. */
export const WEBHOOK_OPTIONS_TABLE = 'webhook_options'
/** What one server at a time does: `lease`, `owner`, `until` (milliseconds since 1970). */
export const LEASES_TABLE = 'leases'
/** What is to be published or unpublished at a set time, by entry and action. */
export const SCHEDULE_TABLE = 'schedule'
/** Entries that are published and unpublished together; `state` is `open`, `failed` or `done`, `problems` JSON. */
export const RELEASES_TABLE = 'releases'
export const RELEASE_ITEMS_TABLE = 'release_items'
/** Review workflows; `definition` is JSON: types, stages, and from which stage entries are published. */
export const WORKFLOWS_TABLE = 'workflows'
/** The stage of each entry that somebody has moved; the others are in the first one. */
export const ENTRY_STAGES_TABLE = 'entry_stages'
/** What a server does for an owner, such as a backup: one row for each kind, the last one. Times are those of the database. */
export const SERVER_TASKS_TABLE = 'server_tasks'
