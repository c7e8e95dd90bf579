/** What must be true of every world after every crash, once a server has started on it. One line for each thing that is wrong. */
import SqliteFile from 'better-sqlite3'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { orphansOf } from '../../content/write/orphans.ts'
import { filesIn } from '../../media/media-app.ts'
import { notesIn, objectsState } from '../../media/upload/media-state.ts'
import { indexOf, unbuiltIn } from '../../support/search-index.ts'
import type { World } from './world.ts'

/** What settles by itself after a start gets so long. */
const SETTLED_WITHIN = 30_000

export async function findingsIn(world: World): Promise<readonly string[]> {
  return [
    ...(await untilSettled(world)),
    ...damages(world),
    ...(await orphansOf(world.database)),
    ...(await wrongIndex(world)),
  ]
}

/** Waits for what settles by itself: rows may be ahead of their files, or behind them. Returns what does not. */
export function untilSettled(world: World): Promise<readonly string[]> {
  return untilNone(() => unsettled(world))
}

async function untilNone(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const latest = Date.now() + SETTLED_WITHIN
  for (;;) {
    const found = await look()
    if (found.length === 0 || Date.now() > latest) return found
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Rows and objects in step, no notes of interrupted uploads, no temporary files but those of uploads that go on. */
async function unsettled(world: World): Promise<readonly string[]> {
  const { missing, orphans } = await objectsState(world.folder, world.database)
  const notes = await notesIn(world.database)
  const temporary = filesIn(world.temporary).filter(name => /^uploads\//.test(name))
  return [
    ...missing.map(name => `row without its file: ${name}`),
    ...orphans.map(name => `file without a row: ${name}`),
    ...notes.map(note => `note of an upload: ${note.join(' ')}`),
    ...temporary.map(name => `temporary file: ${name}`),
    ...((await unbuiltIn(world.database)) === 0 ? [] : ['the search index is not built']),
  ]
}

function damages({ database }: World): readonly string[] {
  if (database.client !== 'sqlite') return []
  const file = new SqliteFile(database.filename, { readonly: true, timeout: 10_000 })
  try {
    const integrity = file.pragma('integrity_check') as { integrity_check: string }[]
    const keys = file.pragma('foreign_key_check') as object[]
    return [
      ...integrity.map(row => row.integrity_check).filter(said => said !== 'ok'),
      ...keys.map(row => `foreign key: ${JSON.stringify(row)}`),
    ]
  } finally {
    file.close()
  }
}

/** Compared with one that is built anew. */
async function wrongIndex({ folder, database }: World): Promise<readonly string[]> {
  const found = await indexOf(database)
  const { schema } = await loadSchema(folder)
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
  try {
    await storage.search.rebuild()
  } finally {
    await storage.database.close()
  }
  const fresh = await indexOf(database)
  return found.join('\n') === fresh.join('\n') ? [] : [`search index: ${difference(found, fresh)}`]
}

function difference(found: readonly string[], fresh: readonly string[]): string {
  const index = found.findIndex((line, at) => line !== fresh[at])
  return `${found.length} lines for ${fresh.length}, ${JSON.stringify(found[index])} for ${JSON.stringify(fresh[index])}`
}
