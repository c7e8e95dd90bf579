/** What other features use of the list. */
export { IncomingNotice } from './incoming.tsx'
export { StatusBadge } from './rows/state-cells.tsx'
export { showDeleted } from './show-deleted.ts'
