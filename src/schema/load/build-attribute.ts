/** Turns a definition from a schema file into the attribute that the rest of the code uses. The files are already checked. */
import { scalarTypeOf } from '../attribute-type-name.ts'
import { type JsonObject, objectAt, textAt, textsAt } from '../json-value.ts'
import { type Attribute, FILE_UID, type RelationAttribute, type RelationKind, type ScalarType } from '../schema.ts'
import { columnName } from '../table-names.ts'
import type { ModelDraft } from './model-draft.ts'
import { componentLink, mediaLink, morphByLink, morphToLink, zoneLink } from './morph-links.ts'
import { relationKindOf } from './relation-definition.ts'
import type { ResolvedLinks } from './resolve-links.ts'

export interface BuildContext {
  readonly byUid: ReadonlyMap<string, ModelDraft>
  readonly links: ResolvedLinks
  /** Attributes that are private in every model. */
  readonly privateAttributes: readonly string[]
}

interface Part {
  readonly model: ModelDraft
  readonly name: string
  readonly definition: JsonObject
}

export function buildAttribute(part: Part, context: BuildContext): Attribute {
  return Object.freeze(attributeOf(part, context))
}

function attributeOf(part: Part, context: BuildContext): Attribute {
  const { model, name, definition } = part
  const base = baseOf(part, context)
  const type = scalarTypeOf(definition)
  if (type !== null) return { ...base, ...scalarParts(part, type) }
  switch (definition.type) {
    case 'media': {
      const link = mediaLink(model, name, context.byUid.get(FILE_UID)!)
      const allowedTypes = Object.freeze([...textsAt(definition, 'allowedTypes')])
      return { ...base, kind: 'media', many: definition.multiple === true, target: FILE_UID, link, allowedTypes }
    }
    case 'component': {
      const target = textAt(definition, 'component')!
      const link = componentLink(model, name, target)
      return { ...base, kind: 'component', many: definition.repeatable === true, target, link }
    }
    case 'dynamiczone': {
      const components = Object.freeze([...textsAt(definition, 'components')])
      return { ...base, kind: 'zone', components, link: zoneLink(model, name) }
    }
    default: {
      const relation = relationKindOf(definition)
      if (relation !== null) return { ...base, ...relationParts(part, relation, context) }
      const many = definition.relation === 'morphToMany'
      return { ...base, kind: 'morph', many, link: morphToLink(model, name, definition) }
    }
  }
}

function baseOf(part: Part, { privateAttributes }: BuildContext) {
  const { model, name, definition } = part
  const listed = [...privateAttributes, ...textsAt(objectAt(model.source, 'options'), 'privateAttributes')]
  return {
    name,
    // A password never leaves the server.
    private: definition.private === true || definition.type === 'password' || listed.includes(name),
    localized: isLocalized(part),
    writable: definition.writable !== false,
    required: definition.required === true,
    definition,
  }
}

/** In Strapi, translations share a value if the attribute is visible, not marked as localized, and neither a relation nor a uid. */
function isLocalized({ model, name, definition }: Part): boolean {
  if (model.kind === 'component' || !model.localized || model.systemAttributes.has(name)) return true
  if (definition.type === 'relation' || definition.type === 'uid' || definition.visible === false) return true
  return objectAt(objectAt(definition, 'pluginOptions'), 'i18n').localized === true
}

function scalarParts({ name, definition }: Part, type: ScalarType) {
  return {
    kind: 'scalar',
    type,
    column: columnName(name),
    unique: definition.unique === true || type === 'uid',
    searchable: definition.searchable !== false,
  } as const
}

function relationParts(part: Part, relation: RelationKind, context: BuildContext) {
  const { model, name, definition } = part
  const target = context.byUid.get(textAt(definition, 'target')!)!
  const morphBy = textAt(definition, 'morphBy')
  const polymorphic = relation === 'morphOne' || relation === 'morphMany'
  const resolved = context.links.get(model.uid)?.get(name)
  const link: RelationAttribute['link'] = polymorphic
    ? morphByLink(model, name, { target, morphBy: morphBy! })
    : (resolved?.link ?? null)
  return {
    kind: 'relation',
    relation,
    many: relation === 'oneToMany' || relation === 'manyToMany' || relation === 'morphMany',
    target: target.uid,
    inversedBy: textAt(definition, 'inversedBy'),
    mappedBy: textAt(definition, 'mappedBy'),
    morphBy: polymorphic ? morphBy : null,
    link,
    owner: resolved?.owner ?? false,
  } as const
}
