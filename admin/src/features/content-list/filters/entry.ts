/** What other features use to build filters. Import it lazily: it is not part of their pages. */
export { FiltersDialog } from './filter-dialog.tsx'
