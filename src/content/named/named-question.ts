/** What a call of a named query asks for. */
import type { QueryLimits } from '../../query/limits.ts'
import { queryText } from '../../query/query-text.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import type { Question } from '../read/read.ts'
import { fillQuery } from './fill-query.ts'
import type { NamedQuery } from './named-query.ts'
import { readParameters } from './read-parameters.ts'

export type NamedQuestion = Pick<Question, 'target' | 'search' | 'entryId'>

/** The plain read that answers the same. Throws PopulusError for parameters that are missing, wrong or unknown. */
export function namedQuestion(named: NamedQuery, search: string, limits: QueryLimits): NamedQuestion {
  const { query, value = '' } = fillQuery(named, readParameters(named, search, limits))
  const text = queryText(query)
  const { entry, type } = named
  if (entry === undefined) return { target: type.single ? 'single' : 'collection', search: text }
  if (entry.field === 'id') return { target: 'entry', search: text, entryId: idOfText(value) }
  return { target: { kind: 'unique', field: entry.field, value }, search: text }
}
