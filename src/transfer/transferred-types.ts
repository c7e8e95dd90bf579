/** Which types a file contains, and which of their attributes: the ones stored with the type itself. */
import type { Selection } from '../content/records/record-selection.ts'
import { StartError } from '../errors.ts'
import {
  type Attribute,
  type ContentType,
  FILE_UID,
  isScalar,
  LOCALE_UID,
  type Model,
  type RelationAttribute,
  ROLE_UID,
  type Schema,
  USER_UID,
} from '../schema/schema.ts'
import { column, type Fragment, join, sql, value } from '../sql/fragment.ts'
import { nearestName } from '../util/text/nearest-name.ts'

/** Built-in types that count as content. Administrators, tokens and rights are left out unless named. */
const BUILT_IN: ReadonlySet<string> = new Set([FILE_UID, 'plugin::upload.folder', LOCALE_UID, USER_UID, ROLE_UID])

/** Which entries of the types are transferred; all if absent. */
export interface EntryChoice {
  /** Of localized types. */
  readonly locale?: string | undefined
  readonly publishedOnly?: boolean
}

/** Selects by uid, singular or plural name; all content if no names are given. Throws StartError. */
export function selectTypes(schema: Schema, names?: readonly string[]): Selection {
  const all = [...schema.types.values()]
  if (names === undefined)
    return selectionOf(
      schema,
      all.filter(({ uid, userDefined }) => userDefined || BUILT_IN.has(uid)),
    )
  const chosen = new Set(names.map(name => resolveType(all, name)))
  return selectionOf(
    schema,
    all.filter(type => chosen.has(type)),
  )
}

/** By uid, singular or plural name. Throws StartError. */
export function resolveType(types: readonly ContentType[], name: string): ContentType {
  const found =
    types.find(({ uid }) => uid === name) ??
    types.find(
      ({ userDefined, singularName, pluralName }) => userDefined && [singularName, pluralName].includes(name),
    ) ??
    types.find(({ singularName, pluralName }) => [singularName, pluralName].includes(name))
  if (found !== undefined) return found
  const known = types.flatMap(({ uid, singularName, pluralName }) => [singularName, pluralName, uid])
  throw new StartError(`There is no content type ${name}${didYouMean(name, known)}`)
}

export function selectionOf(schema: Schema, types: readonly ContentType[]): Selection {
  const uids = new Set(types.map(({ uid }) => uid))
  const attributes = new Map<string, readonly Attribute[]>()
  const attributesOf = (model: Model): readonly Attribute[] => {
    const known =
      attributes.get(model.uid) ??
      [...model.attributes.values()].filter(attribute => isStoredHere(model, attribute, uids))
    attributes.set(model.uid, known)
    return known
  }
  const components = [...schema.components.values()]
  const used = new Set<string>()
  const visit = (model: Model): void => {
    for (const uid of attributesOf(model).flatMap(componentsIn)) {
      const component = schema.components.get(uid)
      if (component === undefined || used.has(uid)) continue
      used.add(uid)
      visit(component)
    }
  }
  for (const type of types) visit(type)
  return Object.freeze({ types, components: components.filter(({ uid }) => used.has(uid)), attributesOf })
}

function componentsIn(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.target]
  return attribute.kind === 'zone' ? attribute.components : []
}

/** A relation is stored with the side that owns it, media with the entry that shows them. Both ends must be in the file. */
function isStoredHere(model: Model, attribute: Attribute, uids: ReadonlySet<string>): boolean {
  switch (attribute.kind) {
    case 'scalar':
    case 'component':
    case 'zone':
      return true
    case 'relation':
      return isOwned(attribute) && uids.has(attribute.target)
    case 'media':
      return uids.has(FILE_UID)
    case 'morph':
      return model.uid !== FILE_UID
  }
}

function isOwned({ owner, relation }: RelationAttribute): boolean {
  return owner && relation !== 'morphOne' && relation !== 'morphMany'
}

/** The same types, with a part of their entries. References to the others are left out. */
export function chosenEntries(selection: Selection, { locale, publishedOnly = false }: EntryChoice): Selection {
  if (locale === undefined && !publishedOnly) return selection
  const columnOf = (type: ContentType, attribute: string): string | null => {
    const found = type.attributes.get(attribute)
    return isScalar(found) ? found.column : null
  }
  const entriesOf = (type: ContentType, alias: string): Fragment | null => {
    const locales = locale !== undefined && type.localized ? columnOf(type, 'locale') : null
    const published = publishedOnly && type.draftAndPublish ? columnOf(type, 'publishedAt') : null
    const conditions = [
      ...(locales === null ? [] : [sql`${column(alias, locales)} = ${value(locale!)}`]),
      ...(published === null ? [] : [sql`${column(alias, published)} is not null`]),
    ]
    return conditions.length === 0 ? null : join(conditions, ' and ')
  }
  return Object.freeze({ ...selection, entriesOf })
}

/** `; did you mean title?`, or an empty string if no name is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
