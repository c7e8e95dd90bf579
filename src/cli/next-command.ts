/** The line that says how to start a server on a database that was just filled. */
import { relative } from 'node:path'
import { loadProjectConfig } from '../project-config.ts'
import { databaseText } from '../tables/open-database.ts'
import type { Terminal } from './command.ts'

export interface FilledDatabase {
  readonly folder: string
  /** The database, as `databaseText` shows it. */
  readonly filled: string
  /** `--database`, if it was given. */
  readonly flag: string | undefined
}

/** The settings of a Strapi project may name another database than the one that was filled. */
export async function nextCommand({ folder, filled, flag }: FilledDatabase, { env }: Terminal): Promise<string> {
  const words = ['populus start', ...(folder === process.cwd() ? [] : [relative('', folder)])]
  const named = await loadProjectConfig({ folder, flags: {}, env, warn: () => {} }).then(
    ({ database }) => databaseText(database),
    () => undefined,
  )
  if (flag !== undefined && named !== filled) words.push('--database', flag.replace(/:[^:@/]*@/, ':…@'))
  return `Next: ${words.join(' ')}`
}
