/** The schema file of a new component. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { checkName, displayName, pluralOf, typeNames } from './add-type.ts'
import { parseAttribute } from './parse-attribute.ts'
import { json } from './project-files.ts'
import type { StagedFile } from './staged-files.ts'

/** `uid`: `shared.seo`; attributes as for a content type. */
export function addComponent(folder: string, schema: Schema, uid: string, given: readonly string[]): StagedFile {
  const [category = '', name, ...rest] = uid.split('.')
  if (name === undefined || rest.length > 0)
    throw new StartError(`${uid} cannot be the name of a component`, ['write its category and its name: shared.seo'])
  for (const part of [category, name]) checkName(part, 'a component', 'shared.meta-data')
  const path = join(folder, 'src', 'components', category, `${name}.json`)
  if (existsSync(path)) throw new StartError(`${path} exists already`)
  const attributes = given.map(text => parseAttribute(text, { uid: undefined, types: typeNames(schema) }))
  const file = {
    collectionName: `components_${category}_${pluralOf(name)}`.replaceAll('-', '_'),
    info: { displayName: displayName(name) },
    options: {},
    attributes: Object.fromEntries(attributes.map(attribute => [attribute.name, attribute.definition])),
  }
  return { path, text: json(file) }
}
