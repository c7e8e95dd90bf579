/** Projects like another one: with rules of rows, or without named queries. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../clean-up.ts'

/** The content of each rule by the name of its file, without its ending. */
export type RuleFiles = Readonly<Record<string, unknown>>

export function projectWithRules(folder: string, rules: RuleFiles): string {
  const project = linkedProject(folder, readdirSync(folder))
  mkdirSync(join(project, 'rules'))
  for (const [name, rule] of Object.entries(rules))
    writeFileSync(join(project, 'rules', `${name}.json`), typeof rule === 'string' ? rule : JSON.stringify(rule))
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
