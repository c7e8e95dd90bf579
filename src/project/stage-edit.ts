/** Changes of content types and components -> files to write. Everything that writes schema files goes through here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema } from '../schema/load/build-schema.ts'
import { type ProjectSettings, readSchemaFiles, schemaOptions } from '../schema/load/load-schema.ts'
import type { SchemaFiles } from '../schema/load/schema-files.ts'
import { SchemaError, SchemaReport } from '../schema/load/schema-report.ts'
import type { Schema } from '../schema/schema.ts'
import { sha256 } from '../util/sha256.ts'
import { type EditedModels, editModels } from './edit-models.ts'
import type { ModelChange } from './model-change.ts'
import { json } from './project-files.ts'
import type { StagedFile } from './staged-files.ts'

export interface StagedEdit extends Pick<EditedModels, 'created' | 'renames'> {
  /** The files of new models come first. */
  readonly files: readonly StagedFile[]
  /** What the project has with these files. */
  readonly schema: Schema
}

/** Throws StartError, mostly SchemaError, for changes that cannot be made. Writes nothing. */
export async function stageEdit(project: ProjectSettings, changes: readonly ModelChange[]): Promise<StagedEdit> {
  const before = await projectFiles(project)
  const edited = editModels(before, changes)
  const { schema } = buildSchema(edited.files, schemaOptions(project))
  return { ...edited, files: await stagedFiles(project.folder, before, edited.files), schema }
}

/** The schema files of a project, by path. Throws SchemaError if one of them cannot be read. */
export async function projectFiles(project: ProjectSettings): Promise<SchemaFiles> {
  const report = new SchemaReport(schemaOptions(project))
  const files = await readSchemaFiles(project.folder, report)
  if (report.findings.length > 0) throw new SchemaError(report.findings)
  return files
}

/** Changes with every change of a schema file. */
export function filesVersion(files: SchemaFiles): string {
  return sha256(JSON.stringify(files), 'base64url').slice(0, 22)
}

async function stagedFiles(folder: string, before: SchemaFiles, after: SchemaFiles): Promise<readonly StagedFile[]> {
  // The order of attributes is a change, too.
  const paths = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const changed = paths.filter(path => JSON.stringify(before[path]) !== JSON.stringify(after[path]))
  const staged = changed.map(async path => {
    const former = Object.hasOwn(before, path) ? await readFile(join(folder, path), 'utf8') : undefined
    const text = Object.hasOwn(after, path) ? written(after[path], former) : null
    return { path: join(folder, path), text, ...(former === undefined ? {} : { before: former }) }
  })
  const files = await Promise.all(staged)
  return [...files.filter(file => file.before === undefined), ...files.filter(file => file.before !== undefined)]
}

/** Indented as the file was, so that a comparison shows what has changed. */
function written(content: unknown, former: string | undefined): string {
  const indent = former === undefined ? undefined : /^[ \t]+/m.exec(former)?.[0]
  if (indent === undefined || indent === '  ') return json(content)
  const text = JSON.stringify(content, null, indent)
  return former?.endsWith('\n') === false ? text : `${text}\n`
}
