/** `populus types add`: the text of a command -> a new content type. */
import { StartError } from '../errors.ts'
import { type Schema, USER_UID } from '../schema/schema.ts'
import { nearestName } from '../util/text/nearest-name.ts'
import type { AttributeWish, ModelChange } from './model-change.ts'
import { checkName, pluralOf } from './new-model.ts'
import { parseAttribute } from './parse-attribute.ts'

export interface TypeWish {
  /** `recipe`, `blog-post`. */
  readonly name: string
  /** `recipes`; made from the name if absent. */
  readonly plural?: string | undefined
  readonly single: boolean
  readonly drafts: boolean
  /** The attributes that have translations; `undefined` if there are no translations. */
  readonly localized: readonly string[] | undefined
  /** `title:string!`, ... */
  readonly attributes: readonly string[]
}

export interface AddedType {
  readonly change: ModelChange
  /** The last part of the type's address. */
  readonly plural: string
}

export function addType(schema: Schema, wish: TypeWish): AddedType {
  const { name, single, drafts, localized } = wish
  const plural = wish.plural ?? pluralOf(name)
  checkName(name, 'a content type', 'blog-post')
  const uid = `api::${name}.${name}`
  refuseTaken(schema, [name, plural], uid)
  const types = new Map([...typeNames(schema), ...[name, plural, uid].map(key => [key, uid] as const)])
  const attributes = wish.attributes.map(text => parseAttribute(text, { uid, types }))
  checkLocalized(wish, attributes)
  checkTargets(attributes)
  const model = {
    kind: single ? 'singleType' : 'collectionType',
    ...{ name, plural, draftAndPublish: drafts, localized: localized !== undefined },
    attributes: attributes.map(attribute => translated(attribute, localized)),
  } as const
  return { change: { action: 'create', model }, plural: single ? name : plural }
}

function translated(attribute: AttributeWish, localized: readonly string[] | undefined): AttributeWish {
  if (localized?.includes(attribute.name) !== true) return attribute
  const definition = { ...attribute.definition, pluginOptions: { i18n: { localized: true } } }
  return { ...attribute, definition }
}

function checkLocalized({ localized = [] }: TypeWish, attributes: readonly AttributeWish[]): void {
  const missing = localized.filter(name => !attributes.some(attribute => attribute.name === name))
  if (missing.length > 0)
    throw new StartError(`--localized names ${missing.join(', ')}, which the type does not have`, [
      `it has ${attributes.map(({ name }) => name).join(', ') || 'no attributes'}`,
    ])
}

/** Where the schema file of a type is that this command has written. */
function schemaFileOf(uid: string): string {
  const name = uid.slice(uid.lastIndexOf('.') + 1)
  return `src/api/${name}/content-types/${name}/schema.json`
}

/** A name for addresses can only be made from an attribute that is there. */
function checkTargets(attributes: readonly AttributeWish[]): void {
  const names = new Set(attributes.map(({ name }) => name))
  for (const { name, definition } of attributes) {
    const { targetField } = definition
    if (typeof targetField !== 'string' || names.has(targetField)) continue
    const near = nearestName(targetField, names)
    throw new StartError(`${name} is to be made from ${targetField}, which the type does not have`, [
      near === undefined ? `it has ${[...names].join(', ')}` : `did you mean ${near}?`,
    ])
  }
}

function refuseTaken(schema: Schema, names: readonly string[], wished: string): void {
  for (const { singularName, pluralName, uid } of schema.types.values())
    for (const name of names)
      if (name === singularName || name === pluralName)
        throw new StartError(`The name ${name} is taken`, [
          `by ${uid}`,
          uid === wished
            ? `to give it more attributes, edit ${schemaFileOf(wished)}`
            : 'choose another, or another --plural',
        ])
}

/** Uids by what users type for them. */
export function typeNames(schema: Schema): ReadonlyMap<string, string> {
  const own = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const named = own.flatMap(({ uid, singularName, pluralName }) =>
    [singularName, pluralName, uid].map(key => [key, uid] as const),
  )
  return new Map([...['user', 'users', USER_UID].map(key => [key, USER_UID] as const), ...named])
}
