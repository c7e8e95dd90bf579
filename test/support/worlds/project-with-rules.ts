/** A project like another one, with rules of rows. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../clean-up.ts'

/** The content of each rule by the name of its file, without its ending. */
export type RuleFiles = Readonly<Record<string, unknown>>

export function projectWithRules(folder: string, rules: RuleFiles): string {
  const project = mkdtempSync(join(tmpdir(), 'populus-rules-'))
  cleanUp(() => rmSync(project, { recursive: true, force: true }))
  for (const name of readdirSync(folder)) symlinkSync(join(folder, name), join(project, name))
  mkdirSync(join(project, 'rules'))
  for (const [name, rule] of Object.entries(rules))
    writeFileSync(join(project, 'rules', `${name}.json`), typeof rule === 'string' ? rule : JSON.stringify(rule))
  return project
}
