/** The text of a query in two parts: the values of its filters, and all the rest. */

export interface CutQuery {
  /** Equal for queries that differ in the values of their filters only. */
  readonly shape: string
  /** The parameters with these values, as the client wrote them. */
  readonly names: readonly string[]
  readonly values: readonly string[]
}

const FILTERS = 'filters'

/** `null` if there are no filters, or if a value may mean more than the same text does elsewhere. */
export function cutValues(search: string): CutQuery | null {
  const names: string[] = []
  const values: string[] = []
  let shape = ''
  for (const parameter of search.split('&')) {
    shape += '&'
    if (!parameter.startsWith(FILTERS)) {
      shape += parameter
      continue
    }
    const end = parameter.indexOf('=')
    const value = end === -1 ? undefined : plainValue(parameter.slice(end + 1))
    if (value === undefined) return null
    const name = parameter.slice(0, end)
    names.push(name)
    values.push(value)
    shape += `${name}=`
  }
  return names.length === 0 ? null : { shape, names, values }
}

/** Brackets count as levels of the query, and a second equals sign may end its name. */
const UNUSUAL = /[[\]=]|%5[bd]/i
const ENCODED = /[%+]/

function plainValue(text: string): string | undefined {
  if (text === '' || UNUSUAL.test(text)) return undefined
  return ENCODED.test(text) ? decoded(text.replaceAll('+', ' ')) : text
}

/** `undefined` for what is not properly encoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
