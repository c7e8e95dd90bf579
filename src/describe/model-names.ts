/** The name of each model in generated code and descriptions. */
import { type Attribute, type Model, modelOf, type Schema } from '../schema/schema.ts'

/** The models that user-defined types lead to, themselves first, each with a name of its own. */
export function namedModels(schema: Schema, reserved: readonly string[] = []): ReadonlyMap<Model, string> {
  const found = new Set<Model>([...schema.types.values()].filter(type => type.userDefined))
  for (const model of found) for (const uid of targetsOf(model)) found.add(modelOf(schema, uid))
  const names = new Map<Model, string>()
  const used = new Set<string>(reserved)
  for (const model of found) {
    let name = nameOf(model)
    while (used.has(name)) name += '_'
    used.add(name)
    names.set(model, name)
  }
  return names
}

/** Whether generated code describes the entries that an attribute leads to. Nothing leads to administrators. */
export function isDescribed(uid: string): boolean {
  return !uid.startsWith('admin::')
}

function targetsOf(model: Model): readonly string[] {
  return [...model.attributes.values()].flatMap(targetOf).filter(isDescribed)
}

function targetOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'zone') return attribute.components
  return 'target' in attribute ? [attribute.target] : []
}

/** `api::blog-post.blog-post` -> `BlogPost`, `plugin::upload.file` -> `UploadFile`, `blocks.hero` -> `BlocksHero` */
export function nameOf(model: Model): string {
  if (model.kind === 'type' && model.userDefined) return pascalCase(model.singularName)
  return pascalCase(model.uid.replace(/^\w+::/, ''))
}

/** `blog-posts` -> `BlogPosts` */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  const name = words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`
}
