/** Whether rows and objects of a project are in step, looked at past our own code. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import type { Note } from '../../../src/media/upload/notes.ts'
import { query } from '../../content/write/write-app.ts'
import { onServer } from '../../support/databases.ts'
import { filesIn } from '../media-app.ts'

interface ObjectsState {
  /** Objects that rows name, and that are not there or have another size. */
  readonly missing: readonly string[]
  /** Objects that no row names. */
  readonly orphans: readonly string[]
}

export interface MediaState extends ObjectsState {
  /** Links of files or entries that do not exist. */
  readonly dangling: number
}

export const IN_STEP: MediaState = { missing: [], orphans: [], dangling: 0 }

interface Format {
  readonly hash: string
  readonly ext: string
  readonly sizeInBytes: number
}

export async function mediaState(folder: string, database: DatabaseConfig): Promise<MediaState> {
  const links = await query(
    database,
    `select count(*) from files_related_morphs as m where m.related_type = 'api::post.post'
       and not exists (select 1 from posts as p where p.id = m.related_id)`,
  )
  return { ...(await objectsState(folder, database)), dangling: Number(links[0]![0]) }
}

export async function objectsState(folder: string, database: DatabaseConfig): Promise<ObjectsState> {
  const uploads = join(folder, 'public', 'uploads')
  const expected = new Map<string, number>()
  for (const [hash, ext, size, formats] of await query(database, 'select hash, ext, size, formats from files')) {
    expected.set(`${hash}${ext}`, Number(size))
    const all = (typeof formats === 'string' ? JSON.parse(formats) : formats) as Record<string, Format> | null
    for (const format of Object.values(all ?? {}))
      expected.set(`${format.hash}${format.ext}`, kilobytes(format.sizeInBytes))
  }
  // Names that begin with a dot are no files of the media library. A server that runs may remove others meanwhile.
  const names = filesIn(uploads).filter(name => !name.startsWith('.'))
  const sizeOf = (name: string) => statSync(join(uploads, name), { throwIfNoEntry: false })?.size
  const found = new Map(names.map(name => [name, kilobytes(sizeOf(name) ?? Number.NaN)]))
  return {
    missing: [...expected].filter(([name, size]) => found.get(name) !== size).map(([name]) => name),
    orphans: names.filter(name => !expected.has(name)),
  }
}

const kilobytes = (bytes: number): number => Math.round((bytes / 1000) * 100) / 100

/** The notes of uploads that were interrupted. */
export async function notesIn(
  database: DatabaseConfig,
  columns = 'id, owner, content',
): Promise<readonly (readonly unknown[])[]> {
  if (database.client === 'postgres') return query(database, `select ${columns} from populus.media_journal`)
  const filename = database.filename.replace(/\.db$/, '.populus.db')
  return query({ client: 'sqlite', filename }, `select ${columns} from media_journal`)
}

interface InsertedNote {
  readonly owner: string
  readonly expires: number
  readonly note: Note
}

/** As if another process had left it. */
export async function insertNote(database: DatabaseConfig, { owner, expires, note }: InsertedNote): Promise<void> {
  const texts = [Math.random().toString(36), owner, String(expires), JSON.stringify(note)]
  const values = texts.map(text => `'${text.replaceAll("'", "''")}'`).join(', ')
  await changeNotes(database, `insert into media_journal values (${values})`)
}

export async function changeNotes(database: DatabaseConfig, text: string): Promise<void> {
  if (database.client === 'postgres') {
    const qualified = text.replace('media_journal', 'populus.media_journal')
    await onServer(database.url, sql => sql.unsafe(qualified))
    return
  }
  const file = new SqliteFile(database.filename.replace(/\.db$/, '.populus.db'))
  try {
    file.exec(text)
  } finally {
    file.close()
  }
}
