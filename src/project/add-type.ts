/** The schema file of a new content type, and what its relations add to the files of others. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { type Schema, USER_UID } from '../schema/schema.ts'
import { type Inverse, type NamedAttribute, parseAttribute } from './parse-attribute.ts'
import { json } from './project-files.ts'
import type { StagedFile } from './staged-files.ts'

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
  /** The new file comes first. */
  readonly files: readonly StagedFile[]
  readonly plural: string
}

export function addType(folder: string, schema: Schema, wish: TypeWish): AddedType {
  const { name, single } = wish
  const plural = wish.plural ?? pluralOf(name)
  checkName(name, 'a content type', 'blog-post')
  refuseTaken(schema, [name, plural])
  const uid = `api::${name}.${name}`
  const types = new Map([...typeNames(schema), ...[name, plural, uid].map(key => [key, uid] as const)])
  const attributes = wish.attributes.map(text => parseAttribute(text, { uid, types }))
  checkLocalized(wish, attributes)
  const path = fileOf(folder, uid)
  if (existsSync(path)) throw new StartError(`${path} exists already`)
  const inverses = attributes.flatMap(({ inverse }) => inverse ?? [])
  const own = inverses.filter(({ target }) => target === uid)
  const others = inverses.filter(({ target }) => target !== uid)
  const file = { path, text: json(schemaOf(wish, plural, [...attributes, ...own])) }
  return { files: [file, ...extended(folder, others)], plural: single ? name : plural }
}

function checkLocalized({ localized = [] }: TypeWish, attributes: readonly NamedAttribute[]): void {
  const missing = localized.filter(name => !attributes.some(attribute => attribute.name === name))
  if (missing.length > 0)
    throw new StartError(`--localized names ${missing.join(', ')}, which the type does not have`, [
      `it has ${attributes.map(({ name }) => name).join(', ') || 'no attributes'}`,
    ])
}

export function checkName(name: string, what: string, example: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return
  throw new StartError(`${name} cannot be the name of ${what}`, [
    `use lower-case letters, digits and hyphens, as in ${example}`,
  ])
}

function schemaOf(
  { name, single, drafts, localized }: TypeWish,
  plural: string,
  attributes: readonly Pick<NamedAttribute, 'name' | 'definition'>[],
) {
  const translated = { pluginOptions: { i18n: { localized: true } } }
  return {
    kind: single ? 'singleType' : 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: displayName(name) },
    options: { draftAndPublish: drafts },
    pluginOptions: localized === undefined ? {} : translated.pluginOptions,
    attributes: Object.fromEntries(
      attributes.map(({ name: attribute, definition }) => [
        attribute,
        localized?.includes(attribute) ? { ...definition, ...translated } : definition,
      ]),
    ),
  }
}

/** The files of other types, with the attributes that they get. */
function extended(folder: string, inverses: readonly Inverse[]): readonly StagedFile[] {
  const targets = [...new Set(inverses.map(({ target }) => target))]
  return targets.map(target => {
    const path = fileOf(folder, target)
    const before = readFileSync(path, 'utf8')
    const schema = JSON.parse(before) as { attributes?: Record<string, unknown> }
    const attributes = { ...schema.attributes }
    for (const { name, definition } of inverses.filter(inverse => inverse.target === target)) {
      if (name in attributes) throw new StartError(`${target} has ${name} already`, ['choose another name'])
      attributes[name] = definition
    }
    return { path, before, text: json({ ...schema, attributes }) }
  })
}

function fileOf(folder: string, uid: string): string {
  const [api = '', name = ''] = uid.slice('api::'.length).split('.')
  return join(folder, 'src', 'api', api, 'content-types', name, 'schema.json')
}

function refuseTaken(schema: Schema, names: readonly string[]): void {
  for (const { singularName, pluralName, uid } of schema.types.values())
    for (const name of names)
      if (name === singularName || name === pluralName)
        throw new StartError(`The name ${name} is taken`, [`by ${uid}`, 'choose another, or another --plural'])
}

/** Uids by what users type for them. */
export function typeNames(schema: Schema): ReadonlyMap<string, string> {
  const own = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const named = own.flatMap(({ uid, singularName, pluralName }) =>
    [singularName, pluralName, uid].map(key => [key, uid] as const),
  )
  return new Map([...['user', 'users', USER_UID].map(key => [key, USER_UID] as const), ...named])
}

/** `recipe` -> `recipes`, `category` -> `categories`, `box` -> `boxes` */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

export function displayName(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
