/** Populus' own tables that hold work on entries. */

/** Unsaved work, by person and entry; `entry` is an id, or `new-<key>`. */
export const DRAFTS_TABLE = 'drafts'
/** Changes of published entries that wait to be published. */
export const PENDING_TABLE = 'pending_changes'
