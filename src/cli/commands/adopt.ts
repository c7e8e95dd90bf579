/** `populus adopt [folder]`: what Populus makes of a Strapi v4 project. Changes nothing. */

import { textReport } from '../../adopt/render/text-report.ts'
import { makeReport } from '../../adopt/report/make-report.ts'
import { loadConfig } from '../../config/load-config.ts'
import { StartError } from '../../errors.ts'
import type { CommandArguments, Terminal } from '../command.ts'

export async function adoptCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note, print } = terminal
  const config = await loadConfig({
    folder: positionals[0] ?? '.',
    flags: { database: flags.database },
    env,
    warn: note,
  })
  if (!config.strapi)
    throw new StartError(`${config.folder} is not a Strapi v4 project`, [
      'its package.json does not depend on @strapi/strapi 4',
    ])
  const report = await makeReport(config)
  if (flags.json === undefined) for (const line of textReport(report)) print(line)
  else print(JSON.stringify(report, null, 2))
  if (report.schema.problems.length > 0) process.exitCode = 1
}
