/** Turns the relations, media, components and zones of an entry or component into links and component rows. */
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import type {
  Attribute,
  ComponentAttribute,
  MediaAttribute,
  RelationAttribute,
  ZoneAttribute,
} from '../../schema/schema.ts'
import { planRow } from './plan-row.ts'
import { suggestion } from './read-content.ts'
import type { SeedDraft } from './seed-draft.ts'
import type { SeedLinkAttribute, SeedRow } from './seed-plan.ts'

export function planLinks(draft: SeedDraft, parent: SeedRow, source: JsonObject, place: string): void {
  for (const attribute of parent.model.attributes.values()) {
    const given = source[attribute.name] ?? null
    if (given !== null) planAttribute(draft, parent, attribute, { given, place: `${place}, ${attribute.name}` })
  }
}

/** What a content file contains for an attribute, and where. */
interface Given {
  readonly given: unknown
  readonly place: string
}

function planAttribute(draft: SeedDraft, parent: SeedRow, attribute: Attribute, given: Given): void {
  switch (attribute.kind) {
    case 'scalar':
      break
    case 'relation':
      if (isSettable(attribute)) planReferences(draft, parent, attribute, given)
      else draft.addProblem(given.place, notSettable(attribute))
      break
    case 'media':
      planReferences(draft, parent, attribute, given)
      break
    case 'component':
      planComponents(draft, parent, attribute, given)
      break
    case 'zone':
      planZone(draft, parent, attribute, given)
      break
    case 'morph':
      draft.addProblem(given.place, 'polymorphic relations are not supported in content files')
      break
    default:
      attribute satisfies never
  }
}

/** Only the owning side is in the file. `localizations` follow from `translationOf`, and there are no creators. */
function isSettable(attribute: RelationAttribute): boolean {
  return attribute.owner && attribute.link !== null && attribute.name !== 'localizations'
}

function notSettable(attribute: RelationAttribute): string {
  if (attribute.name === 'localizations') return 'cannot be set; use "translationOf" in the translations'
  return `cannot be set; it follows from "${attribute.mappedBy ?? attribute.morphBy}" of ${attribute.target}`
}

function planReferences(
  draft: SeedDraft,
  parent: SeedRow,
  attribute: RelationAttribute | MediaAttribute,
  given: Given,
): void {
  const children = itemsOf(draft, attribute, given).map(item => draft.resolve(item, attribute.target, given.place))
  addLinks(draft, parent, attribute, children)
}

function planComponents(draft: SeedDraft, parent: SeedRow, attribute: ComponentAttribute, given: Given): void {
  const children = itemsOf(draft, attribute, given).map((item, index) =>
    planComponent(draft, attribute.target, {
      given: item,
      place: attribute.many ? `${given.place}[${index}]` : given.place,
    }),
  )
  addLinks(draft, parent, attribute, children)
}

function planZone(draft: SeedDraft, parent: SeedRow, attribute: ZoneAttribute, given: Given): void {
  const children = itemsOf(draft, { many: true }, given).map((item, index) => {
    const place = `${given.place}[${index}]`
    const uid = isObject(item) ? item.__component : undefined
    if (typeof uid === 'string' && attribute.components.includes(uid))
      return planComponent(draft, uid, { given: item, place })
    const hint = typeof uid === 'string' ? suggestion(uid, attribute.components) : ''
    draft.addProblem(place, `the zone does not allow the component ${JSON.stringify(uid ?? null)}${hint}`)
    return undefined
  })
  addLinks(draft, parent, attribute, children)
}

function planComponent(draft: SeedDraft, uid: string, { given, place }: Given): SeedRow | undefined {
  const model = draft.schema.components.get(uid)
  if (model === undefined || !isObject(given)) {
    draft.addProblem(place, model === undefined ? `there is no component ${uid}` : 'must be an object')
    return undefined
  }
  const row = planRow(draft, model, given, place)
  planLinks(draft, row, given, place)
  return row
}

/** A to-many attribute takes a list, any other a single value. */
function itemsOf(draft: SeedDraft, attribute: { readonly many: boolean }, { given, place }: Given): readonly unknown[] {
  if (attribute.many === Array.isArray(given)) return Array.isArray(given) ? given : [given]
  draft.addProblem(place, attribute.many ? 'must be a list' : 'must not be a list')
  return []
}

function addLinks(
  draft: SeedDraft,
  parent: SeedRow,
  attribute: SeedLinkAttribute,
  children: readonly (SeedRow | undefined)[],
): void {
  children.forEach((child, index) => {
    if (child !== undefined) draft.addLink({ attribute, parent, child, order: index + 1 })
  })
}
