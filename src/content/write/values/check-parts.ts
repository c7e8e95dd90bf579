/** Parts of which somebody may change only some fields stay: nobody removes what they may neither see nor change. */
import { PopulusError } from '../../../errors.ts'
import { coversPart } from '../../../plan/placed-model.ts'
import type { EntryWrite } from '../../../plan/write/write-plan.ts'
import { isPlainObject } from '../../../schema/rules/rule.ts'
import { modelOf } from '../../../schema/schema.ts'
import { type StoredComponent, storedComponents } from '../store/store-components.ts'
import type { Values } from '../write-order.ts'
import type { WriteScope } from '../write-scope.ts'

interface NamedParts {
  /** The stored row. */
  readonly id: number
  readonly write: EntryWrite
  /** What is written beforehand, in the form of a body: parts that it leaves out need not be named. */
  readonly earlier?: Values | undefined
}

/** `fields`: those that may be changed, such as `seo.metaTitle`. Throws unless the write names every such part by its id. */
export async function checkParts(
  scope: WriteScope,
  fields: ReadonlySet<string>,
  { id, write, earlier = {} }: NamedParts,
  path = '',
): Promise<void> {
  for (const { attribute, items } of [...write.components, ...write.zones]) {
    const { name, link } = attribute
    const at = `${path}${name}`
    if (link === null || ![...fields].some(field => field.startsWith(`${at}.`))) continue
    const left = Object.hasOwn(earlier, name) ? partsOf(earlier[name]) : null
    const isNamed = (part: StoredComponent) =>
      items.some(item => item.id === part.id && item.entry.model.uid === part.uid) ||
      (left !== null && !left.some(other => other.id === part.id))
    const lost = (await storedComponents(scope, link, id)).some(
      part => !isNamed(part) && !coversPart(fields, at, modelOf(scope.schema, part.uid), scope.schema),
    )
    if (lost) throw partsMissing(at, [path === '' ? name : path.split('.', 1)[0]!])
    for (const item of items) {
      const within = left?.find(other => other.id === item.id)
      if (item.id !== null)
        await checkParts(scope, fields, { id: item.id, write: item.entry, earlier: within }, `${at}.`)
    }
  }
}

function partsMissing(attribute: string, path: readonly string[]): PopulusError {
  const { message, wireName: name } = new PopulusError('partsMissing', { attribute })
  return new PopulusError('partsMissing', { attribute }, { details: { errors: [{ path, message, name }] } })
}

function partsOf(value: unknown): readonly Values[] {
  return (Array.isArray(value) ? value : [value]).filter(isPlainObject)
}
