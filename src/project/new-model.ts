/** The schema file of a new content type or component: where it is, and what it says. */
import { StartError } from '../errors.ts'
import type { JsonObject } from '../schema/json-value.ts'
import type { ModelKind, ModelWish, NewModel } from './model-change.ts'

export interface NewFile {
  readonly uid: string
  /** Relative to the project. */
  readonly path: string
  readonly content: JsonObject
}

/** Throws StartError for a name that cannot be part of a path. */
export function newFile(model: NewModel): NewFile {
  if (model.kind === 'component') return newComponent(model)
  const { kind, name } = model
  checkName(name, 'a content type', 'blog-post')
  const plural = model.plural ?? pluralOf(name)
  checkName(plural, 'content types', 'blog-posts')
  const content = {
    kind,
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, ...infoOf(model, name) },
    options: { draftAndPublish: model.draftAndPublish === true },
    pluginOptions: model.localized === true ? { i18n: { localized: true } } : {},
    attributes: attributesOf(model),
  }
  return { uid: `api::${name}.${name}`, path: `src/api/${name}/content-types/${name}/schema.json`, content }
}

function newComponent(model: NewModel): NewFile {
  const { category = '', name } = model
  for (const part of [category, name]) checkName(part, 'a component', 'shared.meta-data')
  const content = {
    collectionName: `components_${category}_${pluralOf(name)}`.replaceAll('-', '_'),
    info: { ...infoOf(model, name), ...(model.icon ? { icon: model.icon } : {}) },
    options: {},
    attributes: attributesOf(model),
  }
  return { uid: `${category}.${name}`, path: `src/components/${category}/${name}.json`, content }
}

export function kindOf({ kind }: JsonObject, path: string): ModelKind {
  if (path.startsWith('src/components/')) return 'component'
  return kind === 'singleType' ? 'singleType' : 'collectionType'
}

function infoOf({ displayName, description }: ModelWish, name: string) {
  return { displayName: displayName || shownName(name), ...(description ? { description } : {}) }
}

export function attributesOf({ attributes }: ModelWish): JsonObject {
  return Object.fromEntries(attributes.map(({ name, definition }) => [name, definition]))
}

export function checkName(name: string, what: string, example: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return
  throw new StartError(`${name} cannot be the name of ${what}`, [
    `use lower-case letters, digits and hyphens, as in ${example}`,
  ])
}

/** `recipe` -> `recipes`, `category` -> `categories`, `box` -> `boxes` */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

function shownName(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
