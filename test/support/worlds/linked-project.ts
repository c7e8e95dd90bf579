/** Projects like another one: with rules of rows, with an index for searches, with or without named queries. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../clean-up.ts'

/** The content of each rule by the name of its file, without its ending. */
export type RuleFiles = Readonly<Record<string, unknown>>

export function projectWithRules(folder: string, rules: RuleFiles): string {
  return projectWithFiles(folder, 'rules', rules)
}

/** `queries` has the named queries by their names. */
export function projectWithQueries(folder: string, queries: Readonly<Record<string, object>>): string {
  return projectWithFiles(folder, 'queries', queries)
}

function projectWithFiles(folder: string, kind: string, files: Readonly<Record<string, unknown>>): string {
  const project = linkedProject(folder, readdirSync(folder))
  mkdirSync(join(project, kind))
  for (const [name, file] of Object.entries(files))
    writeFileSync(join(project, kind, `${name}.json`), typeof file === 'string' ? file : JSON.stringify(file))
  return project
}

/** `search` says where each type is searched. */
export function projectWithSearch(folder: string, search: Readonly<Record<string, object>>): string {
  const project = linkedProject(
    folder,
    readdirSync(folder).filter(name => name !== 'src'),
  )
  cpSync(join(folder, 'src'), join(project, 'src'), { recursive: true, dereference: true })
  for (const [type, places] of Object.entries(search)) {
    const file = join(project, 'src/api', type, 'content-types', type, 'schema.json')
    const schema = JSON.parse(readFileSync(file, 'utf8')) as { readonly pluginOptions?: object }
    const pluginOptions = { ...schema.pluginOptions, populus: { search: places } }
    writeFileSync(file, JSON.stringify({ ...schema, pluginOptions }))
  }
  return project
}

/** For servers with limits that the named queries exceed: they would not start. */
export function projectWithoutQueries(folder: string): string {
  return linkedProject(
    folder,
    readdirSync(folder).filter(name => name !== 'queries'),
  )
}

function linkedProject(folder: string, names: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'populus-linked-'))
  cleanUp(() => rmSync(project, { recursive: true, force: true }))
  for (const name of names) symlinkSync(join(folder, name), join(project, name))
  return project
}
