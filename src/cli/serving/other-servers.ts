/** Tells the operator that another server serves the same SQLite file. It is allowed, and seldom meant. */
import type { Config } from '../../config/config.ts'
import { serversOnFile } from './running-servers.ts'

export function otherServerLines({ folder, database }: Pick<Config, 'folder' | 'database'>): readonly string[] {
  if (database.client !== 'sqlite') return []
  return serversOnFile(folder, database.filename).map(({ pid, address }) => {
    const where = address === undefined ? '' : ` at ${address}`
    return (
      `Another server already serves ${database.filename}: process ${pid}${where}. ` +
      'Both see all writes, but each counts sign-in attempts on its own; --workers runs several processes as one server'
    )
  })
}
