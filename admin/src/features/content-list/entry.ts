/** What other features use of the list. */
export { StatusBadge } from './rows/state-cells.tsx'
