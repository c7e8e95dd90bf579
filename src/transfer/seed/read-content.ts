/**
 * Reads the `content/` folder of a project: `<singular name>.json` with the entries of a type, `files.json` with the
 * media library, `locales.json`, and `permissions.json` with what each role may do. All of them are optional.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ISO_LOCALES } from '../../content/locales/iso-locales.ts'
import { StartError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { JsonMistake, parseJsonFile } from '../../schema/load/parse-json-file.ts'
import { type ContentType, FILE_UID, type Schema } from '../../schema/schema.ts'
import { partPath } from '../../util/project-parts.ts'
import { nearestName } from '../../util/text/nearest-name.ts'

/** An entry as written in its file. `place` describes where that is. */
export interface ContentEntry {
  readonly type: ContentType
  readonly source: JsonObject
  readonly place: string
}

export interface ProjectContent {
  /** Files first, then the types in schema order. */
  readonly entries: readonly ContentEntry[]
  readonly locales: readonly SeedLocale[]
  /** Actions by type of role, such as `public`. */
  readonly permissions: Readonly<Record<string, readonly string[]>>
}

export interface SeedLocale {
  readonly code: string
  /** If absent, the name that Strapi gives it: `French (fr)`. */
  readonly name?: string
  /** True: the locale of queries that name none. */
  readonly isDefault?: boolean
}

const FILES = 'files.json'
const LOCALES = 'locales.json'
const PERMISSIONS = 'permissions.json'

/** Throws a StartError that lists every file that cannot be parsed. */
export async function readContent(folder: string, schema: Schema): Promise<ProjectContent> {
  const contents = await readJsonFiles(partPath(folder, 'content'))
  const types = typesByFile(schema)
  const problems = [...unknownFiles(contents, types)]
  const entries = [...types].flatMap(([file, type]) => entriesOf(file, type, contents.get(file), problems))
  const locales = listOf(LOCALES, contents.get(LOCALES), isLocale, problems)
  const permissions = contents.get(PERMISSIONS) ?? {}
  if (!isPermissions(permissions)) problems.push(`${PERMISSIONS}: must contain lists of actions by type of role`)
  if (problems.length > 0) throw new StartError('Cannot read the content of the project:', problems)
  return { entries, locales, permissions: permissions as ProjectContent['permissions'] }
}

async function readJsonFiles(folder: string): Promise<ReadonlyMap<string, unknown>> {
  const names = (await filesIn(folder)).filter(name => name.endsWith('.json')).sort()
  return new Map(await Promise.all(names.map(async name => [name, await readJson(folder, name)] as const)))
}

/** Content is optional. */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function readJson(folder: string, name: string): Promise<unknown> {
  try {
    return parseJsonFile(await readFile(join(folder, name), 'utf8'))
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error
    throw new StartError('Cannot read the content of the project:', [`${name} is not JSON: ${error.message}`])
  }
}

/** The file of each type that may have content, in insertion order. */
function typesByFile(schema: Schema): ReadonlyMap<string, ContentType> {
  const own = [...schema.types.values()].filter(type => type.userDefined)
  const files = schema.types.get(FILE_UID)
  return new Map([
    ...(files === undefined ? [] : [[FILES, files] as const]),
    ...own.map(type => [`${type.singularName}.json`, type] as const),
  ])
}

function unknownFiles(contents: ReadonlyMap<string, unknown>, types: ReadonlyMap<string, ContentType>): string[] {
  const known = [...types.keys(), LOCALES, PERMISSIONS]
  return [...contents.keys()]
    .filter(name => !known.includes(name))
    .map(name => `${name}: no content type has this name${suggestion(name, known)}`)
}

/** `; did you mean "title"?`, or an empty string if no known name is close. */
export function suggestion(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

function entriesOf(file: string, type: ContentType, content: unknown, problems: string[]): readonly ContentEntry[] {
  return listOf(file, content, isObject, problems).map((source, index) => ({
    type,
    source,
    place: `${file}, ${typeof source.$key === 'string' ? `"${source.$key}"` : `entry ${index + 1}`}`,
  }))
}

function listOf<T>(
  file: string,
  content: unknown,
  isItem: (item: unknown) => item is T,
  problems: string[],
): readonly T[] {
  if (content === undefined) return []
  if (Array.isArray(content) && content.every(isItem)) return content
  problems.push(
    `${file}: must be a list of objects${file === LOCALES ? ' with a code such as "fr", and optionally name and isDefault' : ''}`,
  )
  return []
}

function isLocale(item: unknown): item is JsonObject & SeedLocale {
  if (!isObject(item) || typeof item.code !== 'string') return false
  const isNamed = item.name === undefined ? ISO_LOCALES.has(item.code) : typeof item.name === 'string'
  return isNamed && (item.isDefault === undefined || typeof item.isDefault === 'boolean')
}

function isPermissions(content: unknown): boolean {
  const isText = (item: unknown) => typeof item === 'string'
  return isObject(content) && Object.values(content).every(actions => Array.isArray(actions) && actions.every(isText))
}
