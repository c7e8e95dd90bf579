/** Puts the values of parameters into the places of a named query. */
import type { QueryObject, QueryValue } from '../../query/query-value.ts'
import {
  type FilledQuery,
  isPlace,
  type NamedQuery,
  type ParameterValues,
  type Template,
  type TemplateValue,
} from './named-query.ts'

/**
 * A place without a value is left out, together with what would be empty without it: `{ tag: { slug: { $eq: <place> } } }`
 * leaves nothing of `tag`.
 */
export function fillQuery({ query, entry }: Pick<NamedQuery, 'query' | 'entry'>, values: ParameterValues): FilledQuery {
  const value = entry === undefined ? undefined : filled(entry.value, values)
  return { query: filledObject(query, values) ?? {}, value: typeof value === 'string' ? value : undefined }
}

function filled(template: TemplateValue, values: ParameterValues): QueryValue | undefined {
  if (template === null || typeof template === 'string') return template
  if (isPlace(template)) return values.get(template.$param)
  if (Array.isArray(template)) return filledList(template, values)
  return filledObject(template as Template, values)
}

function filledList(template: readonly TemplateValue[], values: ParameterValues): QueryValue | undefined {
  const items = template.map(item => filled(item, values)).filter(item => item !== undefined)
  return items.length === 0 && template.length > 0 ? undefined : items
}

function filledObject(template: Template, values: ParameterValues): QueryObject | undefined {
  const entries = Object.entries(template)
  const found = entries.flatMap(([key, item]) => {
    const value = filled(item, values)
    return value === undefined ? [] : [[key, value] as const]
  })
  return found.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(found)
}
