/** The kinds of content, and what is the same for them on both databases. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { here, project } from '../paths.mjs'
import { startPopulus } from '../servers/populus.mjs'
import { additions } from './extended.mjs'

/** `name` is part of the name under which it is kept. What it is made from: `folders`, and modules of this folder. */
export const USUAL = { name: '', folders: [project], makers: ['tables', 'texts', 'random', 'fill-postgres'] }
export const EXTENDED = {
  name: 'extended-',
  folders: [...USUAL.folders, additions],
  makers: [...USUAL.makers, 'extended'],
}
export const GROWING = { ...USUAL, name: 'growing-', makers: [...USUAL.makers, 'growing'] }

/** Our own server makes the tables, the indexes and the permissions. */
export async function makeTables(database) {
  const server = await startPopulus({ database })
  await server.stop()
}

/** Changes with the schema files, the permissions and whatever makes the rows. */
export function versionOf({ folders, makers }) {
  const hash = createHash('sha1')
  for (const path of folders.flatMap(filesIn)) hash.update(readFileSync(path))
  for (const name of makers) hash.update(readFileSync(join(here, `content/${name}.mjs`)))
  return hash.digest('hex').slice(0, 8)
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return entries.map(entry => join(entry.parentPath ?? entry.path, entry.name)).sort()
}

/** What `populus start --database` takes for a copy. */
export function flagOf(copy) {
  return copy.client === 'sqlite' ? `sqlite:${copy.filename}` : copy.url
}
