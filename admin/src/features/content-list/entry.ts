/** What other features use of the list. */
export { ToTrash } from './bulk/to-trash.tsx'
export { datedFilters } from './filters/last-days.ts'
export { IncomingNotice } from './incoming.tsx'
export { StatusBadge } from './rows/state-cells.tsx'
export { StateHelp } from './rows/state-help.tsx'
export { showDeleted } from './show-deleted.ts'
