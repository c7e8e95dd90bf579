/** `filters[comments][count][$gte]=3`: how many related entries there are. */
import { PopulusError } from '../../../errors.ts'
import { isObject, joinPath, type QueryValue } from '../../../query/query-value.ts'
import type { LinkedAttribute, Model, ScalarAttribute } from '../../../schema/schema.ts'

/** What stands for the number in filters and in sorts. */
export const COUNT = 'count'

/** The only column of the row whose condition is tested. */
export const COUNTED: ScalarAttribute = Object.freeze({
  kind: 'scalar',
  name: COUNT,
  type: 'integer',
  column: COUNT,
  unique: false,
  searchable: false,
  private: false,
  localized: false,
  writable: false,
  required: false,
  definition: {},
})

const OPERATORS = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between']

/** An attribute of that name comes first. */
export function isCounted(name: string, { many }: LinkedAttribute, target: Model): boolean {
  return name === COUNT && many && !target.attributes.has(COUNT)
}

/** Throws PopulusError for operators that make no sense with a number that is always there. */
export function checkCount(value: QueryValue, path: string): void {
  if (!isObject(value)) return
  const wrong = Object.keys(value).find(key => !OPERATORS.includes(key))
  if (wrong === undefined) return
  const problem = `the number of related entries can be compared by ${OPERATORS.join(', ')}`
  throw new PopulusError('badValue', { parameter: joinPath(path, wrong), problem })
}
