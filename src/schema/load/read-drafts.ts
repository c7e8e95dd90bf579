/** Turns schema files into drafts: checks the shape of each file and merges extensions with the built-in types. */
import type { BuiltInType } from '../built-in/built-in-type.ts'
import { BUILT_IN_TYPES } from '../built-in/built-in-types.ts'
import { frozenCopy, isObject, type JsonObject, objectAt, textAt } from '../json-value.ts'
import { extendBuiltIn } from './extend-built-in.ts'
import type { ComponentDraft, SchemaDraft, TypeDraft } from './model-draft.ts'
import { type PluginType, parseSchemaPath, type SchemaFiles } from './schema-files.ts'
import { quoted, type SchemaReport, suggestion } from './schema-report.ts'
import { systemAttributes } from './system-attributes.ts'

/** Problems go to the report. A file with problems may be missing from the result. */
export function readDrafts(
  files: SchemaFiles,
  report: SchemaReport,
  pluginTypes: readonly PluginType[] = [],
): SchemaDraft {
  const known = [...BUILT_IN_TYPES.map(builtInDraft), ...pluginTypes.map(type => pluginDraft(type, report))]
  const builtIn = new Map(known.map(draft => [draft.uid, draft]))
  const types: TypeDraft[] = []
  const components: ComponentDraft[] = []
  const unreadable = new Set<string>()
  for (const [file, given] of Object.entries(files)) {
    const path = parseSchemaPath(file)
    const content = readContent(file, given, report)
    if (path.kind === 'type') {
      const draft = content === null ? null : readType({ file, api: path.api, content }, report)
      if (draft === null) unreadable.add(`api::${path.api}.${path.folder}`)
      else types.push(draft)
    } else if (path.kind === 'component') {
      const draft = content === null ? null : readComponent({ file, ...path, content }, report)
      if (draft === null) unreadable.add(`${path.category}.${path.name}`)
      else components.push(draft)
    } else if (content !== null) {
      readExtension({ file, ...path, content }, builtIn, report)
    }
  }
  return { builtIn: [...builtIn.values()], types, components, unreadable }
}

/** The content of a file; `null` if it is not an object. The loader has already reported files that could not be parsed. */
function readContent(file: string, given: unknown, report: SchemaReport): JsonObject | null {
  if (given === undefined) return null
  if (!isObject(given)) {
    report.problem({ file, path: [] }, 'must contain a JSON object')
    return null
  }
  return frozenCopy(given)
}

interface TypeFile {
  readonly file: string
  readonly api: string
  readonly content: JsonObject
}

function readType({ file, api, content }: TypeFile, report: SchemaReport): TypeDraft | null {
  const info = objectAt(content, 'info')
  const singularName = textAt(info, 'singularName')
  const pluralName = textAt(info, 'pluralName')
  for (const key of ['singularName', 'pluralName']) {
    if (textAt(info, key) === null) {
      report.problem({ file, path: ['info', key] }, 'is missing; every content type needs one, such as "blog-post"')
    }
  }
  const attributes = readAttributes(file, content, report)
  if (singularName === null || pluralName === null) return null
  return typeDraft({
    uid: `api::${api}.${singularName}`,
    file,
    content,
    attributes,
    tableName: textAt(content, 'collectionName') ?? singularName,
    userDefined: true,
  })
}

type TypeParts = Pick<TypeDraft, 'uid' | 'file' | 'attributes' | 'tableName' | 'userDefined'> & {
  readonly content: JsonObject
}

function typeDraft({ content, ...parts }: TypeParts): TypeDraft {
  const info = objectAt(content, 'info')
  const options = objectAt(content, 'options')
  const singularName = textAt(info, 'singularName') ?? ''
  const traits = {
    draftAndPublish: options.draftAndPublish === true,
    localized: objectAt(objectAt(content, 'pluginOptions'), 'i18n').localized === true,
    populateCreatorFields: options.populateCreatorFields === true,
  }
  return {
    kind: 'type',
    ...parts,
    ...traits,
    singularName,
    pluralName: textAt(info, 'pluralName') ?? '',
    displayName: textAt(info, 'displayName') ?? singularName,
    single: content.kind === 'singleType',
    systemAttributes: systemAttributes({ uid: parts.uid, ...traits }),
    source: content,
  }
}

interface ComponentFile {
  readonly file: string
  readonly category: string
  readonly name: string
  readonly content: JsonObject
}

function readComponent({ file, category, name, content }: ComponentFile, report: SchemaReport): ComponentDraft | null {
  const attributes = readAttributes(file, content, report)
  const tableName = textAt(content, 'collectionName')
  if (tableName === null) {
    const example = `components_${category}_${name}s`.replaceAll('-', '_')
    report.problem(
      { file, path: ['collectionName'] },
      `is missing; enter the name of the table, such as ${quoted(example)}`,
    )
    return null
  }
  return {
    kind: 'component',
    uid: `${category}.${name}`,
    file,
    category,
    tableName,
    singularName: name,
    displayName: textAt(objectAt(content, 'info'), 'displayName') ?? name,
    attributes,
    systemAttributes: new Map(),
    source: content,
  }
}

function readAttributes(file: string, content: JsonObject, report: SchemaReport): ReadonlyMap<string, JsonObject> {
  const given = content.attributes
  if (given === undefined) {
    report.mistake({ file, path: ['attributes'] }, 'is missing; list the attributes by name')
    return new Map()
  }
  if (!isObject(given)) {
    report.problem({ file, path: ['attributes'] }, 'must be an object with the attributes by name')
    return new Map()
  }
  const attributes = new Map<string, JsonObject>()
  for (const [name, definition] of Object.entries(given)) {
    if (isObject(definition)) attributes.set(name, definition)
    else report.problem({ file, path: ['attributes', name] }, 'must be an object, such as { "type": "string" }')
  }
  return attributes
}

function builtInDraft({ uid, content }: BuiltInType): TypeDraft {
  const source = frozenCopy({ kind: 'collectionType', ...content })
  const attributes = new Map(Object.entries(source.attributes as Record<string, JsonObject>))
  const file = `the built-in type ${uid}`
  return typeDraft({ uid, file, attributes, tableName: content.collectionName, userDefined: false, content: source })
}

/** Files of the project may extend it, as they may extend a built-in type. */
function pluginDraft({ uid, file, content }: PluginType, report: SchemaReport): TypeDraft {
  const source = frozenCopy(content as JsonObject)
  return typeDraft({
    uid,
    file,
    attributes: readAttributes(file, source, report),
    tableName: textAt(source, 'collectionName') ?? uid.slice(uid.indexOf('.') + 1),
    userDefined: false,
    content: source,
  })
}

interface ExtensionFile {
  readonly file: string
  readonly plugin: string
  readonly name: string
  readonly content: JsonObject
}

function readExtension(extension: ExtensionFile, builtIn: Map<string, TypeDraft>, report: SchemaReport): void {
  const { file, plugin, name } = extension
  const uid = `plugin::${plugin}.${name}`
  const original = builtIn.get(uid)
  if (original === undefined) {
    const hint = suggestion(uid, builtIn.keys())
    report.warning({ file, path: [] }, `is not used: there is no built-in type ${quoted(uid)}.${hint}`)
    return
  }
  const content = extendBuiltIn(original.source, extension.content)
  builtIn.set(
    uid,
    typeDraft({
      uid,
      file,
      content,
      attributes: readAttributes(file, content, report),
      tableName: textAt(content, 'collectionName') ?? original.tableName,
      userDefined: false,
    }),
  )
}
