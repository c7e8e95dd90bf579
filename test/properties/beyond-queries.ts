/** Adds the forms beyond Strapi v4 to random queries. */
import fc from 'fast-check'
import type { Attribute, ContentType } from '../../src/schema/schema.ts'
import { isVisibleTo, type Query, type QueryModel, type QueryPart } from './query-generator.ts'

const SWITCHES = ['ids', 'exists', 'required', 'count'] as const
const FALLBACKS: readonly Query[] = [
  { locale: 'fr', fallback: 'en,de' },
  { locale: 'de', fallback: ['fr'] },
  { fallback: ['de', 'fr'] },
]

/** A query for the type with one of the forms in it. */
export function beyond(model: QueryModel, type: ContentType, plain: fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  const visible = [...type.attributes.values()].filter(attribute => isVisibleTo(model, attribute))
  const linked = visible.filter(({ kind }) => kind !== 'scalar')
  const scalars = visible.filter(({ kind }) => kind === 'scalar')
  // Few levels: the budget of more is estimated from all rows of a table, drafts included.
  const levels = fc.constantFrom('deep,1', 'deep,2')
  const forms: fc.Arbitrary<Query>[] = [
    levels.map(populate => ({ populate })),
    fc.constantFrom(...FALLBACKS),
    fc.constantFrom(...FALLBACKS),
    fc.constant({ format: 'flat' }),
    fc.constantFrom<Query>({ pagination: { after: '', pageSize: '3' } }, { pagination: { before: '' } }),
  ]
  if (scalars.length > 0) forms.push(fc.constantFrom(...scalars).map(({ name }) => ({ fields: [`-${name}`] })))
  if (linked.length > 0) {
    const any = fc.constantFrom(...linked)
    forms.push(
      any.map(({ name }) => ({ populate: [`-${name}`] })),
      fc.tuple(levels, any).map(([deep, { name }]) => ({ populate: [...deep.split(','), `-${name}`] })),
      fc.tuple(levels, any).map(([deep, { name }]) => ({ populate: { [name]: deep } })),
      fc
        .tuple(any, fc.constantFrom(...SWITCHES))
        .map(([{ name }, key]) => ({ populate: { [name]: { [key]: 'true' } } })),
    )
  }
  for (const zone of linked.filter(isZone)) {
    const uid = fc.constantFrom(...zone.components)
    forms.push(
      uid.map(component => ({ populate: { [zone.name]: { components: [component] } } })),
      uid.map(component => ({ filters: { [zone.name]: { on: { [component]: 'true' } } } })),
    )
  }
  return fc.tuple(plain, fc.oneof(...forms), fc.constantFrom(...FALLBACKS, {})).map(([query, form, locales]) => {
    const { filters = null, ...rest } = query
    const both = [filters, form.filters ?? null].filter((part): part is QueryPart => part !== null)
    return { ...rest, ...locales, ...form, ...(both.length === 0 ? {} : { filters: { $and: both } }) }
  })
}

function isZone(attribute: Attribute): attribute is Extract<Attribute, { kind: 'zone' }> {
  return attribute.kind === 'zone'
}
