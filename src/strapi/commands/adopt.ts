/** `populus adopt [folder]`: what Populus makes of a Strapi v4 project. Changes nothing; with `--from` it copies a database. */
import { writeFile } from 'node:fs/promises'
import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { splitList } from '../../cli/split-list.ts'
import { StartError } from '../../errors.ts'
import { FINDING_KINDS, type FindingKind } from '../adopt/adopt-report.ts'
import { htmlReport } from '../adopt/render/html-report.ts'
import { jsonReport } from '../adopt/render/json-report.ts'
import { textReport } from '../adopt/render/text-report.ts'
import { makeReport } from '../adopt/report/make-report.ts'
import { adoptFrom } from './adopt-from.ts'

export async function adoptCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { positionals, flags } = given
  if (flags.from !== undefined) return adoptFrom(given, terminal)
  const allowed = allowedKinds(flags.allow)
  const { env, note, print } = terminal
  const report = await makeReport({ folder: positionals[0] ?? '.', flags: { database: flags.database }, env })
  if (flags.html !== undefined) {
    await writeFile(flags.html, htmlReport(report))
    note(`Wrote ${flags.html}`)
  }
  if (flags.json === undefined) for (const line of textReport(report)) print(line)
  else print(jsonReport(report))
  if (report.findings.some(({ kind }) => !allowed.has(kind))) process.exitCode = 1
}

/** The kinds of findings that leave the exit code at 0. */
function allowedKinds(given: string | undefined): ReadonlySet<FindingKind> {
  const kinds = splitList(given) ?? []
  const wrong = kinds.filter(kind => !FINDING_KINDS.includes(kind as FindingKind))
  if (wrong.length > 0)
    throw new StartError(`--allow ${wrong.join(',')} is not a kind of finding`, [`kinds: ${FINDING_KINDS.join(', ')}`])
  return new Set(kinds as FindingKind[])
}
