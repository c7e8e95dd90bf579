/** Changes of content types and components -> the schema files that they need. Pure; nothing is written. */
import { isObject, type JsonObject, objectAt, textsAt } from '../schema/json-value.ts'
import type { SchemaFiles } from '../schema/load/schema-files.ts'
import { SchemaError } from '../schema/load/schema-report.ts'
import { checkDefinition } from './check-definition.ts'
import { EditedFiles } from './edited-files.ts'
import type { AttributeRename, AttributeWish, ModelChange, ModelWish } from './model-change.ts'
import { attributesOf, newFile } from './new-model.ts'
import { type ChangedAttributes, matchEnds } from './relation-ends.ts'

export interface EditedModels {
  readonly files: SchemaFiles
  /** The uids of the models that were created, by the order of the changes. */
  readonly created: readonly string[]
  readonly renames: readonly AttributeRename[]
}

/** Throws SchemaError or StartError for changes that contradict themselves or the files. */
export function editModels(files: SchemaFiles, changes: readonly ModelChange[]): EditedModels {
  const edited = new EditedFiles(files)
  const created: string[] = []
  const changed: ChangedAttributes[] = []
  for (const change of changes) {
    if (change.action === 'delete') deleteModel(edited, change.uid)
    else {
      const uid = change.action === 'create' ? createModel(edited, change.model) : change.uid
      const before = change.action === 'create' ? {} : { ...attributesBefore(edited, uid) }
      if (change.action === 'create') created.push(uid)
      else updateModel(edited, uid, change.model)
      const { attributes: wishes } = change.model
      checkWishes(edited, { uid, before, wishes })
      changed.push({ uid, before, wishes })
    }
  }
  matchEnds(
    edited,
    changed.filter(({ uid }) => edited.model(uid) !== undefined),
  )
  if (edited.findings.length > 0) throw new SchemaError(edited.findings)
  return { files: edited.files(), created, renames: edited.renames }
}

function createModel(edited: EditedFiles, model: Parameters<typeof newFile>[0]): string {
  const { uid, path, content } = newFile(model)
  edited.add(path, content)
  return uid
}

function attributesBefore(edited: EditedFiles, uid: string): Readonly<Record<string, JsonObject>> {
  refuseUnknown(edited, uid)
  return edited.attributes(uid)
}

/** Types of the server have files only if a project extends them; those are changed by hand. */
function refuseUnknown(edited: EditedFiles, uid: string): void {
  if (edited.models().includes(uid)) return
  throw new SchemaError([{ place: { file: uid, path: [] }, text: 'has no schema file in this project' }])
}

function updateModel(edited: EditedFiles, uid: string, wish: ModelWish): void {
  const content = edited.model(uid)!
  const renamed = new Map(wish.attributes.flatMap(({ name, was }) => (was && was !== name ? [[was, name]] : [])))
  for (const [from, to] of renamed) edited.renames.push({ uid, from, to })
  const attributes = followTargets(attributesOf(wish), renamed)
  const isType = uid.includes('::')
  edited.replace(uid, {
    ...content,
    info: changedInfo(objectAt(content, 'info'), wish),
    ...(isType ? { options: changedOptions(objectAt(content, 'options'), wish) } : {}),
    ...(isType ? { pluginOptions: changedPlugins(objectAt(content, 'pluginOptions'), wish, renamed) } : {}),
    attributes,
  })
}

/** What is not named stays as it is, and where it is. */
function changedInfo(info: JsonObject, { displayName, description, icon }: ModelWish): JsonObject {
  const given = { displayName, description, icon }
  const changes = Object.entries(given).filter(
    ([key, value]) => value !== undefined && value !== (info[key] ?? '') && (key !== 'displayName' || value !== ''),
  )
  return { ...info, ...Object.fromEntries(changes) }
}

function changedOptions(options: JsonObject, { draftAndPublish }: ModelWish): JsonObject {
  const isOn = options.draftAndPublish === true
  return draftAndPublish === undefined || draftAndPublish === isOn ? options : { ...options, draftAndPublish }
}

function changedPlugins(
  plugins: JsonObject,
  { localized, attributes }: ModelWish,
  renamed: ReadonlyMap<string, string>,
): JsonObject {
  const { i18n, ...others } = plugins
  const isOn = objectAt(plugins, 'i18n').localized === true
  const kept = localized === undefined || localized === isOn
  const changed: JsonObject = kept ? plugins : localized ? { ...others, i18n: { localized: true } } : others
  if (!isObject(changed.populus) || changed.populus.search === undefined) return changed
  const names = new Set(attributes.map(({ name }) => name))
  return { ...changed, populus: { ...changed.populus, search: followSearch(changed.populus.search, renamed, names) } }
}

/** The words that are searched: `["title"]`, or `{ "title": 7, "author.name": 1 }`. */
function followSearch(search: unknown, renamed: ReadonlyMap<string, string>, names: ReadonlySet<string>): unknown {
  const follow = (path: string): string => {
    const [first = '', ...rest] = path.split('.')
    return [renamed.get(first) ?? first, ...rest].join('.')
  }
  const isThere = (path: string) => names.has(path.split('.')[0]!)
  if (Array.isArray(search)) return search.map(path => follow(String(path))).filter(isThere)
  if (!isObject(search)) return search
  const followed = Object.entries(search).map(([path, weight]) => [follow(path), weight] as const)
  return Object.fromEntries(followed.filter(([path]) => isThere(path)))
}

/** A uid is made from the attribute that it was made from before. */
function followTargets(attributes: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const followed = Object.entries(attributes as Record<string, JsonObject>).map(([name, definition]) => {
    const target = definition.targetField
    const isGone = typeof target === 'string' && !Object.hasOwn(attributes, target)
    if (definition.type !== 'uid' || !isGone) return [name, definition] as const
    const { targetField: _gone, ...others } = definition
    const to = renamed.get(target)
    return [name, to === undefined ? others : { ...definition, targetField: to }] as const
  })
  return Object.fromEntries(followed)
}

function checkWishes(edited: EditedFiles, { uid, before, wishes }: ChangedAttributes): void {
  const names = new Set<string>()
  const formers = new Set<string>()
  for (const wish of wishes) {
    const { name, was } = wish
    const problem = (text: string, ...path: readonly string[]) =>
      edited.problem(uid, ['attributes', name, ...path], text)
    if (names.has(name.toLowerCase())) problem('is there twice')
    names.add(name.toLowerCase())
    if (was !== undefined && !Object.hasOwn(before, was)) problem(`there is no attribute ${was} to rename`)
    if (was !== undefined && formers.has(was)) problem(`${was} cannot become two attributes`)
    if (was !== undefined) formers.add(was)
    if (isChanged(before, wish)) checkDefinition(wish.definition, problem)
  }
}

function isChanged(before: Readonly<Record<string, JsonObject>>, { was, definition }: AttributeWish): boolean {
  return was === undefined || JSON.stringify(before[was]) !== JSON.stringify(definition)
}

/** Relations to a type, and the places of a component, go with it. */
function deleteModel(edited: EditedFiles, uid: string): void {
  refuseUnknown(edited, uid)
  edited.remove(uid)
  for (const other of edited.models()) {
    const kept = Object.entries(edited.attributes(other)).flatMap(([name, definition]) => {
      const left = withoutModel(definition, uid)
      return left === null ? [] : [[name, left] as [string, JsonObject]]
    })
    const before = edited.attributes(other)
    if (kept.length !== Object.keys(before).length || kept.some(([name, left]) => before[name] !== left))
      edited.changeAttributes(other, () => kept)
  }
}

/** `null`: nothing is left of it. */
function withoutModel(definition: JsonObject, uid: string): JsonObject | null {
  if (definition.type === 'relation' && definition.target === uid) return null
  if (definition.type === 'component' && definition.component === uid) return null
  const components = textsAt(definition, 'components')
  if (definition.type !== 'dynamiczone' || !components.includes(uid)) return definition
  return { ...definition, components: components.filter(component => component !== uid) }
}
