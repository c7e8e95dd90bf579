/** The values that a server shows, by uid and attribute, so that generated filters find something. */
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { pathOf, type StoredValues } from './query-generator.ts'

const EVERYTHING = 'populate=*&publicationState=preview&locale=all&pagination[pageSize]=100'
const MOST_VALUES = 40

/** Asks for every entry of the readable types and what is one level below it. Works with any server that speaks v4. */
export async function readStored(
  schema: Schema,
  readable: ReadonlySet<string>,
  get: (path: string) => Promise<{ readonly status: number; readonly body: string }>,
): Promise<StoredValues> {
  const values = new Map<string, Set<string>>()
  const note = (model: Model, shown: unknown): void => {
    for (const entry of entriesOf(shown)) {
      for (const attribute of model.attributes.values()) noteAttribute(model, attribute, entry[attribute.name])
    }
  }
  const noteAttribute = (model: Model, attribute: Attribute, value: unknown): void => {
    if (value === undefined || value === null) return
    if (attribute.kind === 'scalar') {
      const key = `${model.uid}.${attribute.name}`
      const known = values.get(key) ?? new Set()
      values.set(key, known.add(typeof value === 'object' ? JSON.stringify(value) : String(value)))
    } else if (attribute.kind === 'zone') {
      for (const block of entriesOf(value)) note(modelOf(schema, String(block.__component)), [block])
    } else if ('target' in attribute) note(modelOf(schema, attribute.target), value)
  }
  for (const uid of readable) {
    const type = schema.types.get(uid)
    if (type === undefined || uid === FILE_UID) continue
    const { status, body } = await get(`${pathOf(type)}?${EVERYTHING}`)
    if (status === 200) note(type, (JSON.parse(body) as { data: unknown }).data)
  }
  return new Map([...values].map(([key, set]) => [key, [...set].slice(0, MOST_VALUES)]))
}

/** Entries without their envelopes: `{ data: { id, attributes } }`, lists, components. */
function entriesOf(shown: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof shown !== 'object' || shown === null) return []
  if (Array.isArray(shown)) return shown.flatMap(entriesOf)
  if ('data' in shown) return entriesOf(shown.data)
  if ('attributes' in shown) return [shown.attributes as Record<string, unknown>]
  return [shown as Record<string, unknown>]
}
