export { parseListSearch } from './list-search.ts'
