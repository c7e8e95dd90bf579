/**
 * Imports an archive of `strapi export`: uploads, settings, entries and links. Everything before the entries can be done
 * twice, so an import that was interrupted is resumed like any other.
 */
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isObject } from '../../schema/json-value.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, runningIn } from '../../storage/run-fragment.ts'
import type { ArchiveImport, ImportedArchive } from '../../strapi-support.ts'
import { setCoreStore } from '../../tables/core-store.ts'
import type { ArchiveEntry } from '../../transfer/archive/read-archive.ts'
import { checkFile } from '../../transfer/import/check-file.ts'
import { importContent } from '../../transfer/import/import-content.ts'
import { convertArchive } from './convert-archive.ts'
import { archiveEntries, archiveLines, type StrapiArchive } from './read-strapi-archive.ts'

export async function importArchive(input: ArchiveImport): Promise<ImportedArchive> {
  const { archive, database, schema, uploads } = input
  const folder = mkdtempSync(join(tmpdir(), 'populus-import-'))
  try {
    const { file, notes } = await convertArchive(archive, schema, folder)
    await checkFile({ ...input, file, schema, dialect: database.dialect, progress: input.checking })
    const files = await unpackUploads(archive, uploads)
    await importSettings(archive, database)
    const { entries } = await importContent({ ...input, file })
    await database.write(transaction => removeDoublePermissions(runningIn(transaction, database)))
    return { entries, files, notes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const UPLOADS = 'assets/uploads/'

/** A file that exists already stays: names of uploads contain random characters. Returns how many the archive has. */
async function unpackUploads(archive: StrapiArchive, uploads: string): Promise<number> {
  let files = 0
  for await (const entry of archiveEntries(archive)) {
    const file = entry.name.startsWith(UPLOADS) ? entry.name.slice(UPLOADS.length) : ''
    if (file === '' || file !== basename(file) || file.startsWith('.')) continue
    files += 1
    if (!existsSync(join(uploads, file))) await unpack(entry, uploads, file)
  }
  return files
}

async function unpack(entry: ArchiveEntry, uploads: string, file: string): Promise<void> {
  mkdirSync(uploads, { recursive: true })
  const part = join(uploads, `.${file}.part`)
  await pipeline(Readable.from(entry.content()), createWriteStream(part))
  renameSync(part, join(uploads, file))
}

interface Setting {
  readonly type: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Settings that describe the database that they come from. */
const ITS_OWN = /^(strapi_content_types_schema|core_persisted_tables|plugin_populus.*)$/

async function importSettings(archive: StrapiArchive, database: Database): Promise<void> {
  const settings: Setting[] = []
  for await (const line of archiveLines(archive, 'configuration')) settings.push(line as Setting)
  await database.write(async transaction => {
    const run = runningIn(transaction, database)
    for (const { type, value: given } of settings) {
      const key = String(given.key)
      if (type === 'core-store' && !ITS_OWN.test(key)) await setCoreStore(run, key, given.value)
      if (type === 'webhook') await addWebhook(run, database, given)
    }
  })
}

async function addWebhook(run: RunFragment, { dialect }: Database, given: Setting['value']): Promise<void> {
  const hooks = table('strapi_webhooks')
  const title = value(String(given.name))
  const there = await run(sql`select 1 from ${hooks} where ${name('name')} = ${title}`)
  if (there.length > 0) return
  const json = (of: unknown) => value(JSON.stringify(isObject(of) || Array.isArray(of) ? of : {}))
  const enabled = value(dialect.encode('boolean', given.enabled === true || given.enabled === 1))
  await run(sql`
    insert into ${hooks} (${name('name')}, ${name('url')}, ${name('headers')}, ${name('events')}, ${name('enabled')})
    values (${title}, ${value(String(given.url))}, ${json(given.headers)}, ${json(given.events)}, ${enabled})`)
}

/** A new database has some permissions already, and the archive has them, too. */
async function removeDoublePermissions(run: RunFragment): Promise<void> {
  await run(sql`
    delete from up_permissions where id in (
      select p.id from up_permissions p join up_permissions_role_links l on l.permission_id = p.id
      where exists (
        select 1 from up_permissions o join up_permissions_role_links m on m.permission_id = o.id
        where o.action = p.action and m.role_id = l.role_id and o.id < p.id
      )
    )`)
}
