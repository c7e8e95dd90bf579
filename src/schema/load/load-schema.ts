/** Reads the schema files of a project folder. */
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nearestName } from '../../util/text/nearest-name.ts'
import { buildSchema, type LoadedSchema, type SchemaOptions } from './build-schema.ts'
import { JsonMistake, parseJsonFile } from './parse-json-file.ts'
import type { PluginType, SchemaFiles } from './schema-files.ts'
import { SchemaReport } from './schema-report.ts'
import { strapiSign } from './strapi-sign.ts'

/**
 * The content model of the project in `folder`, and warnings about oddities in its files. Throws a StartError that lists
 * every problem in every file. A folder without schema files has only the built-in types.
 */
export async function loadSchema(folder: string, options: SchemaOptions = {}): Promise<LoadedSchema> {
  const report = new SchemaReport(options)
  const files = await readSchemaFiles(folder, report)
  const sign = options.adopted === true ? undefined : await strapiSign(folder, files)
  if (sign !== undefined) report.advice.push(sign)
  return buildSchema(files, options, report)
}

/** The contents of all schema files. Those that cannot be parsed are `undefined`, and in the report. */
export async function readSchemaFiles(folder: string, report: SchemaReport): Promise<SchemaFiles> {
  const paths = await findSchemaFiles(folder, report)
  const contents = await Promise.all(paths.map(path => readSchemaFile(folder, path, report)))
  return Object.fromEntries(paths.map((path, index) => [path, contents[index]]))
}

/** What loading the schema takes of a project's settings. */
export interface ProjectSettings {
  readonly folder: string
  readonly api: Required<Pick<SchemaOptions, 'privateAttributes'>>
  /** The project is a Strapi project. */
  readonly strapi: boolean
  /** Those of its own files, whose code brings content types along. */
  readonly plugins: readonly { readonly types: readonly PluginType[] }[]
}

export function loadProjectSchema(project: ProjectSettings): Promise<LoadedSchema> {
  return loadSchema(project.folder, schemaOptions(project))
}

export function schemaOptions({ api, strapi, plugins }: ProjectSettings): SchemaOptions {
  const pluginTypes = plugins.flatMap(({ types }) => types)
  return { privateAttributes: api.privateAttributes, adopted: strapi, pluginTypes }
}

/** Paths relative to the project folder, in the order in which Strapi loads them: sorted by code units, not by language. */
async function findSchemaFiles(folder: string, report: SchemaReport): Promise<readonly string[]> {
  await reportMisplaced(folder, report)
  const types = await schemasBelow(folder, 'src/api', report)
  const extensions = await schemasBelow(folder, 'src/extensions', report)
  return [...types, ...(await componentFiles(folder, report)), ...extensions]
}

/** `<root>/<name>/content-types/<type>/schema.json` */
async function schemasBelow(folder: string, root: string, report: SchemaReport): Promise<readonly string[]> {
  const found: string[] = []
  for (const owner of await foldersIn(folder, root)) {
    for (const type of await foldersIn(folder, `${root}/${owner}/content-types`)) {
      const place = `${root}/${owner}/content-types/${type}`
      const names = await filesIn(folder, place)
      if (names.includes('schema.json')) found.push(`${place}/schema.json`)
      else reportOtherNames(names, place, report)
    }
  }
  return found
}

function reportOtherNames(names: readonly string[], place: string, report: SchemaReport): void {
  refuseCode(
    names.filter(name => /^schema\.[cm]?[jt]s$/.test(name)),
    place,
    report,
  )
  for (const name of names.filter(name => name.endsWith('.json'))) {
    report.mistake({ file: `${place}/${name}`, path: [] }, 'is not used: the file must be called schema.json')
  }
}

/** Schema files that are one folder too high, and folders with a mistyped name. */
async function reportMisplaced(folder: string, report: SchemaReport): Promise<void> {
  for (const api of await foldersIn(folder, 'src/api')) {
    const place = `src/api/${api}`
    const right = `${place}/content-types/${api}/schema.json`
    for (const at of [place, `${place}/content-types`]) {
      for (const name of (await filesIn(folder, at)).filter(name => name.endsWith('.json'))) {
        report.mistake({ file: `${at}/${name}`, path: [] }, `is not used: a content type belongs in ${right}`)
      }
    }
    const folders = await foldersIn(folder, place)
    if (folders.includes(TYPES)) continue
    for (const name of folders.filter(name => nearestName(name, [TYPES]) !== undefined)) {
      report.mistake({ file: `${place}/${name}`, path: [] }, `is not used: the folder must be called ${TYPES}`)
    }
  }
}

const TYPES = 'content-types'

/** `src/components/<category>/<name>.json` */
async function componentFiles(folder: string, report: SchemaReport): Promise<readonly string[]> {
  const found: string[] = []
  for (const category of await foldersIn(folder, 'src/components')) {
    const place = `src/components/${category}`
    const names = await filesIn(folder, place)
    found.push(...names.filter(name => name.endsWith('.json')).map(name => `${place}/${name}`))
    refuseCode(
      names.filter(name => /\.[cm]?[jt]s$/.test(name)),
      place,
      report,
    )
  }
  return found
}

/** A schema that is skipped silently would look like lost content. */
function refuseCode(names: readonly string[], place: string, report: SchemaReport): void {
  for (const name of names) {
    report.problem(
      { file: `${place}/${name}`, path: [] },
      'schemas written as code are not supported; use a .json file',
    )
  }
}

async function readSchemaFile(folder: string, path: string, report: SchemaReport): Promise<unknown> {
  try {
    return parseJsonFile(await readFile(join(folder, path), 'utf8'))
  } catch (error) {
    const known = error instanceof JsonMistake ? `is not JSON: ${error.message}` : null
    report.problem({ file: path, path: [] }, known ?? `cannot be read: ${String(error)}`)
    return undefined
  }
}

async function foldersIn(folder: string, place: string): Promise<readonly string[]> {
  return names(await entriesOf(join(folder, place)), entry => entry.isDirectory())
}

async function filesIn(folder: string, place: string): Promise<readonly string[]> {
  return names(await entriesOf(join(folder, place)), entry => entry.isFile())
}

function names(entries: readonly Dirent[], wanted: (entry: Dirent) => boolean): readonly string[] {
  const found = entries.filter(entry => wanted(entry) && !entry.name.startsWith('.'))
  return found.map(entry => entry.name).sort()
}

/** A folder that does not exist has no entries. */
async function entriesOf(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (missing) return []
    throw error
  }
}
