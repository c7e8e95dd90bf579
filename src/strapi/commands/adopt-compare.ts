/** `populus adopt compare [folder]`: asks a running Strapi and Populus the same questions. */
import { writeFile } from 'node:fs/promises'
import type { App } from '../../app.ts'
import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { splitList } from '../../cli/split-list.ts'
import { progressLine } from '../../cli/terminal/progress-line.ts'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../errors.ts'
import { loadProjectConfig } from '../../project-config.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import { askServer } from '../adopt/compare/ask-server.ts'
import type { CompareReport } from '../adopt/compare/compare-report.ts'
import { readAccessLog } from '../adopt/compare/read-access-log.ts'
import { runComparison } from '../adopt/compare/run-comparison.ts'
import { compareLines } from '../adopt/render/compare-lines.ts'
import { comparePage } from '../adopt/render/compare-page.ts'
import { lookAtDatabase } from '../adopt/report/database-part.ts'
import { tryCode } from '../adopt/report/try-code.ts'

export async function adoptCompareCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note, print } = terminal
  const strapi = addressIn('strapi', flags.strapi)
  const [rate, limit] = [numberIn('rate', flags.rate, 50), numberIn('limit', flags.limit, 5000)]
  const config = await loadProjectConfig({
    folder: positionals[0] ?? '.',
    flags: { database: flags.database },
    env,
    warn: note,
  })
  const { prefix } = config.api
  const methods = new Set((splitList(flags.methods) ?? ['GET']).map(method => method.toUpperCase()))
  const log = flags.log === undefined ? null : await readAccessLog({ file: flags.log, methods, prefix, limit })
  const place = await placeOf(config)
  const tried = await tryCode({ folder: config.folder, database: flags.database }, env)
  if ('problem' in tried) note(`Routes of the project's own are not asked: ${tried.problem}`)
  const server = flags.populus === undefined ? await startHere(config, note) : undefined
  const progress = progressLine()
  try {
    const populus = server?.address ?? addressIn('populus', flags.populus)
    const { token } = flags
    const report = await runComparison({
      strapi: { address: strapi, ask: askServer({ address: strapi, token, rate }) },
      populus: { address: populus, ask: askServer({ address: populus, token, rate: 0 }) },
      ...place,
      prefix,
      ...{ routes: 'routes' in tried ? tried.routes : [], methods },
      log,
      limit,
      progress: (asked, total) => progress.report('questions', asked, total),
    })
    progress.end()
    await show(report, flags, terminal)
    if (report.unknown > 0 || report.closed > 0) process.exitCode = 1
    if (report.asked === 0) print('There was nothing to ask')
  } finally {
    await server?.app.close()
  }
}

async function show(report: CompareReport, flags: CommandArguments['flags'], { note, print }: Terminal): Promise<void> {
  if (flags.html !== undefined) {
    await writeFile(flags.html, comparePage(report))
    note(`Wrote ${flags.html}`)
  }
  if (flags.json === undefined) for (const line of compareLines(report)) print(line)
  else print(JSON.stringify(report, null, 2))
}

/** What the questions are made from. Without a database, there are fewer of them. */
async function placeOf(config: Config) {
  const { schema } = await loadProjectSchema(config)
  const looked = await lookAtDatabase(config, schema, undefined)
  const traces = looked.state === 'opened' ? looked.survey.content?.traces : undefined
  return { schema, locales: traces?.locales ?? [], unordered: (traces?.unordered.length ?? 0) > 0 }
}

/** On the same database, for as long as the questions last. The command only reads. */
async function startHere(
  config: Config,
  note: (line: string) => void,
): Promise<{ readonly app: App; readonly address: string }> {
  const { buildApp } = await import('../../app.ts')
  const app = await buildApp(Object.freeze({ ...config, host: '127.0.0.1', log: 'error' }), { note, guards: 'leave' })
  return { app, address: (await app.listen(0)).address }
}

function addressIn(flag: string, given: string | undefined): string {
  if (given !== undefined && /^https?:\/\/[^/]/.test(given)) return trimEnd(given, '/')
  throw new StartError(`--${flag} needs the address of a server`, ['such as http://localhost:1337'])
}

function numberIn(flag: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual
  if (/^\d+$/.test(given)) return Number(given)
  throw new StartError(`--${flag} needs a whole number, got ${given}`)
}
