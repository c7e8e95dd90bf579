/** Checks the values that a form sends, before the write pipeline looks at them. */
import type { EntryInput } from '../../admin-api/content-api.ts'
import { badInput, type InputProblem } from '../../input/check-input.ts'
import { coversPath } from '../../plan/placed-model.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import type { ContentType, Model, Schema } from '../../schema/schema.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'

/** Decided by other requests, or by nobody. */
const DECIDED_ELSEWHERE = new Set([
  ...['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations'],
])

type Values = Readonly<Record<string, unknown>>

/** The value of `data`. Throws `badInput` for names that a form cannot set, and for fields that are not granted. */
export function entryInput(data: unknown, type: ContentType, grant: ActionGrant, schema: Schema): EntryInput {
  if (!isPlainObject(data)) throw badInput([{ path: ['data'], message: 'expected an object' }])
  const elsewhere = Object.keys(data)
    .filter(name => DECIDED_ELSEWHERE.has(name))
    .map(name => ({ path: ['data', name], message: 'cannot be set here' }))
  const hidden = grant.fields === null ? [] : uncovered(data, type, { grant, schema, path: [] })
  const problems = [...elsewhere, ...hidden]
  if (problems.length > 0) throw badInput(problems)
  return data as EntryInput
}

interface Place {
  readonly grant: ActionGrant
  readonly schema: Schema
  readonly path: readonly string[]
}

/** Fields of components that the grant does not list. Whole attributes are refused by the write pipeline. */
function uncovered(values: Values, model: Model, { grant, schema, path }: Place): readonly InputProblem[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) return []
    const at = [...path, name]
    if (path.length > 0 && !coversPath(grant.fields, at.join('.')))
      return [{ path: ['data', ...at], message: 'no right to change this field' }]
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') return []
    const items = (Array.isArray(value) ? value : [value]).filter(isPlainObject)
    return items.flatMap(item => {
      const part = schema.components.get(attribute.kind === 'zone' ? String(item.__component) : attribute.target)
      return part === undefined ? [] : uncovered(item, part, { grant, schema, path: at })
    })
  })
}
