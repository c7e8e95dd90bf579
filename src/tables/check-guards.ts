/**
 * A server that lacks a rule or code that guarded its database before (a restored or copied project that is not complete) must not
 * answer in its place. One that lacks a named query says so.
 */
import type { Config } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { type Guard, type GuardedPlace, missingGuards } from './guard-mark.ts'

export interface GuardsHere {
  readonly place: GuardedPlace
  readonly present: readonly Guard[]
}

type CheckConfig = Pick<Config, 'folder' | 'server' | 'adopt'>

/** Throws StartError if something that guarded the database is gone, unless that is meant. Returns lines to print. */
export async function checkGuards(
  { folder, server, adopt }: CheckConfig,
  { place, present }: GuardsHere,
  how: 'check' | 'accept' | 'leave' = 'check',
): Promise<readonly string[]> {
  if (how === 'leave') return []
  const missing = await missingGuards(place, present)
  const meant = [...server.without, ...adopt.ignore]
  const unmeant = missing.filter(({ name, opens }) => how === 'check' && opens !== true && !isMeant(name, meant))
  if (unmeant.length > 0) throw guardsAreMissing(unmeant, folder)
  return missing.map(({ name, opens }) =>
    opens === true
      ? `starts without the named query ${name}, which was there when this database was last served`
      : `starts without ${name}, which guarded this database before`,
  )
}

/** Whether a list of names has it, a folder that contains it, or files of it. */
function isMeant(name: string, removed: readonly string[]): boolean {
  return removed.some(path => path === name || name.startsWith(`${path}/`) || /^[/.]/.test(after(path, name)))
}

/** The rest of a path that begins with a name; empty if it does not. */
const after = (path: string, name: string): string => (path.startsWith(name) ? path.slice(name.length) : '')

function guardsAreMissing(missing: readonly Guard[], folder: string): StartError {
  return new StartError('Rules or code that guarded this database are missing', [
    ...missing.map(({ name }) => `${name} was there when the database was last served, and is not in ${folder}`),
    'without it, callers could see or do more than before: bring it back, for example from a backup',
    'if it was removed on purpose, start once with --without-rules, or name it in the setting server.without',
  ])
}
