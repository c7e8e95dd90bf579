/** The type of a named query: what it reads, and what it takes. */
import { type DescribedParameter, type DescribedQuery, type DescribedRule, readsOne } from '../described-query.ts'
import { key, quoted } from './literals.ts'

/** The parts of a query that decide about the type of its answer. */
const DECISIVE = ['fields', 'populate', 'format', 'pagination']

export function namedQueryType(query: DescribedQuery, type: string): string {
  const asked = Object.fromEntries(Object.entries(query.query).filter(([name]) => DECISIVE.includes(name)))
  const kind = readsOne(query) ? "'one'" : "'list'"
  return `NamedQuery<${kind}, ${type}, ${literal(asked)}, ${parametersType(query.parameters)}>`
}

/** As JSON would be read; a place of a parameter can have any text. */
function literal(value: unknown): string {
  if (value === 'true') return 'true'
  if (value === 'false') return 'false'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `readonly [${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return 'unknown'
  if (Object.hasOwn(value, '$param')) return 'string'
  const members = Object.entries(value).map(([name, item]) => `readonly ${key(name)}: ${literal(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

function parametersType(parameters: ReadonlyMap<string, DescribedParameter>): string {
  const members = [...parameters].map(
    ([name, rule]) => `readonly ${key(name)}${rule.required === true ? '' : '?'}: ${ruleType(rule)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

function grouped(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}

function ruleType({ type, values = [], of }: DescribedRule): string {
  if (type === 'list') return `readonly ${grouped(ruleType(of!))}[]`
  if (type === 'enum') return values.map(quoted).join(' | ')
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'datetime' ? 'string | Date' : 'string'
}
