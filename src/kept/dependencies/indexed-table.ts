/**
 * What the search index has of a table changes under a name of its own, because it can change later than the table. Notices of changes
 * can have no names with spaces.
 */
export function indexedTable(table: string): string {
  return `search:${table}`
}
