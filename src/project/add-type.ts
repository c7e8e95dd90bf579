/** Writes the schema file of a new content type. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { type NamedAttribute, parseAttribute } from './parse-attribute.ts'
import { json } from './project-files.ts'

export interface TypeWish {
  /** `recipe`, `blog-post`. */
  readonly name: string
  /** `recipes`; made from the name if absent. */
  readonly plural?: string | undefined
  readonly single: boolean
  readonly drafts: boolean
  readonly localized: boolean
  /** `title:string!`, ... */
  readonly attributes: readonly string[]
}

export interface AddedType {
  readonly file: string
  readonly uid: string
  readonly plural: string
}

export async function addType(folder: string, schema: Schema, wish: TypeWish): Promise<AddedType> {
  const { name, single } = wish
  const plural = wish.plural ?? pluralOf(name)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new StartError(`${name} cannot be the name of a content type`, [
      'use lower-case letters, digits and hyphens, as in blog-post',
    ])
  refuseTaken(schema, [name, plural])
  const uid = `api::${name}.${name}`
  const attributes = wish.attributes.map(text => parseAttribute(text, given => typeNamed(schema, given)))
  const file = join(folder, 'src', 'api', name, 'content-types', name, 'schema.json')
  if (existsSync(file)) throw new StartError(`${file} exists already`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, json(schemaOf(wish, plural, attributes)), { flag: 'wx' })
  return { file, uid, plural: single ? name : plural }
}

function schemaOf(
  { name, single, drafts, localized }: TypeWish,
  plural: string,
  attributes: readonly NamedAttribute[],
) {
  return {
    kind: single ? 'singleType' : 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: displayName(name) },
    options: { draftAndPublish: drafts },
    pluginOptions: localized ? { i18n: { localized: true } } : {},
    attributes: Object.fromEntries(
      attributes.map(({ name: attribute, definition }) => [
        attribute,
        localized ? { ...definition, pluginOptions: { i18n: { localized: true } } } : definition,
      ]),
    ),
  }
}

function refuseTaken(schema: Schema, names: readonly string[]): void {
  for (const { singularName, pluralName, uid } of schema.types.values())
    for (const name of names)
      if (name === singularName || name === pluralName)
        throw new StartError(`The name ${name} is taken`, [`by ${uid}`, 'choose another, or another --plural'])
}

function typeNamed(schema: Schema, name: string): string | undefined {
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  return types.find(type => [type.uid, type.singularName, type.pluralName].includes(name))?.uid
}

/** `recipe` -> `recipes`, `category` -> `categories`, `box` -> `boxes` */
function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

function displayName(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
