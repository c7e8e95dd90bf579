/** Writes an archive that `strapi import` reads: entries, links, settings and local uploads. */
import { createCipheriv } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { FILE_UID, type Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { ArchiveExport, ExportedArchive } from '../../strapi-support.ts'
import { CORE_STORE } from '../../tables/core-store.ts'
import { ArchiveWriter } from '../../transfer/archive/archive-writer.ts'
import { exportContent } from '../../transfer/export/export-content.ts'
import { readLines } from '../../transfer/import/read-lines.ts'
import { selectTypes } from '../../transfer/transferred-types.ts'
import { archivedEntry, type ExportedEntry } from './archived-entry.ts'
import { STRAPI_CIPHER, strapiKey } from './read-strapi-archive.ts'

/** The last Strapi 4. `strapi import` compares it with its own. */
const STRAPI_VERSION = '4.26.2'

const PERMISSION = 'plugin::users-permissions.permission'

export async function exportArchive(input: ArchiveExport): Promise<ExportedArchive> {
  const { file, key, now } = input
  const plain = key === null ? file : `${file}.plain`
  const writer = await ArchiveWriter.create(plain, null, now)
  try {
    await writer.add(
      'metadata.json',
      JSON.stringify({ createdAt: now.toISOString(), strapi: { version: STRAPI_VERSION } }, null, 2),
    )
    await addSchemas(input.schema, writer)
    const result = await addContent(input, writer)
    await addSettings(input, writer)
    await writer.finish()
    if (key !== null) await encrypt(plain, file, key)
    return result
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/** The schema files as they are. Strapi adds attributes of its own, and names those as a difference. */
async function addSchemas({ types, components }: Schema, writer: ArchiveWriter): Promise<void> {
  const lines = new LineParts(writer, 'schemas')
  for (const { uid, source } of types.values()) await lines.add({ ...source, uid, modelType: 'contentType' })
  for (const { uid, source } of components.values()) await lines.add({ ...source, uid, modelType: 'component' })
  await lines.flush()
}

/** Reading the database does not wait for the archive, so its lines go through a file. */
async function addContent(input: ArchiveExport, writer: ArchiveWriter): Promise<ExportedArchive> {
  const temporary = mkdtempSync(join(tmpdir(), 'populus-export-'))
  try {
    return await addContentOf(input, writer, join(temporary, 'content.ndjson'))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function addContentOf(input: ArchiveExport, writer: ArchiveWriter, file: string): Promise<ExportedArchive> {
  const { database, schema, progress } = input
  const types = [...selectTypes(schema).types.map(({ uid }) => uid), PERMISSION]
  const selection = selectTypes(schema, types)
  const entities = new LineParts(writer, 'entities')
  const links = new LineParts(writer, 'links')
  const assets = new Assets(writer, input.uploads)
  const handle = openSync(file, 'wx')
  const write = (line: string) => appendFileSync(handle, `${line}\n`)
  const { entries } = await exportContent({ database, schema, types, progress, write }).finally(() => closeSync(handle))
  for await (const { number, text } of readLines(file)) {
    // The first line describes the others.
    if (number === 1) continue
    const entry = JSON.parse(text) as ExportedEntry
    const parts = archivedEntry(schema, selection, entry)
    await entities.add(parts.entity)
    for (const link of parts.links) await links.add(link)
    if (entry.type === FILE_UID) await assets.add(entry)
  }
  await entities.flush()
  await links.flush()
  return { entries, files: assets.files, notes: assets.notes }
}

/** Characters of lines that become one entry: the size of an entry must be known before it is written. */
const PART = 1 << 20

class LineParts {
  readonly #writer: ArchiveWriter
  readonly #kind: string
  #lines = ''
  #part = 0

  constructor(writer: ArchiveWriter, kind: string) {
    this.#writer = writer
    this.#kind = kind
  }

  async add(line: object): Promise<void> {
    this.#lines += `${JSON.stringify(line)}\n`
    if (this.#lines.length >= PART) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#lines === '') return
    this.#part += 1
    await this.#writer.add(`${this.#kind}/${this.#kind}_${String(this.#part).padStart(5, '0')}.jsonl`, this.#lines)
    this.#lines = ''
  }
}

/** The bytes of local uploads and of their formats. */
class Assets {
  readonly notes: string[] = []
  files = 0
  readonly #writer: ArchiveWriter
  readonly #folder: string

  constructor(writer: ArchiveWriter, folder: string) {
    this.#writer = writer
    this.#folder = folder
  }

  async add({ id, attributes }: ExportedEntry): Promise<void> {
    if (attributes.provider !== 'local') return
    await this.#addFile(attributes, { id, ...attributes })
    const formats = isObject(attributes.formats) ? Object.entries(attributes.formats) : []
    for (const [type, format] of formats)
      if (isObject(format)) await this.#addFile(format, { ...format, type, id, mainHash: attributes.hash })
  }

  async #addFile({ hash, ext }: JsonObject, metadata: object): Promise<void> {
    const file = `${String(hash)}${String(ext ?? '')}`
    const handle = file === basename(file) ? openIfThere(join(this.#folder, file)) : null
    if (handle === null) {
      this.notes.push(`the file ${file} is missing`)
      return
    }
    try {
      await this.#writer.add(`assets/metadata/${file}.json`, JSON.stringify(metadata))
      const size = fstatSync(handle).size
      if (!(await this.#writer.addFile(`assets/uploads/${file}`, { handle, size })))
        throw new StartError(`${file} changed while it was exported`, ['run the export again'])
      this.files += 1
    } finally {
      closeSync(handle)
    }
  }
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}

async function addSettings({ database }: ArchiveExport, writer: ArchiveWriter): Promise<void> {
  const lines = new LineParts(writer, 'configuration')
  const run = readingFrom(database)
  const columns = ['id', 'key', 'value', 'type', 'environment', 'tag']
  const settings = await run(
    sql`select ${name('id')}, ${name('key')}, ${name('value')}, ${name('type')}, environment, tag from ${table(CORE_STORE)} order by id`,
  )
  for (const row of settings) {
    if (String(row[1]).startsWith('plugin_populus')) continue
    const value = Object.fromEntries(columns.map((column, at) => [column, row[at]]))
    await lines.add({ type: 'core-store', value: { ...value, id: Number(row[0]), value: parsed(row[2]) } })
  }
  const hooks = await run(
    sql`select id, ${name('name')}, url, headers, events, enabled from strapi_webhooks order by id`,
  )
  for (const [id, title, url, headers, events, enabled] of hooks)
    await lines.add({
      type: 'webhook',
      value: {
        id: Number(id),
        name: title,
        url,
        headers: parsed(headers),
        events: parsed(events),
        enabled: Boolean(enabled),
      },
    })
  await lines.flush()
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function encrypt(plain: string, file: string, key: string): Promise<void> {
  const part = `${file}.part`
  try {
    const cipher = createCipheriv(STRAPI_CIPHER, strapiKey(key), null)
    await pipeline(createReadStream(plain), cipher, createWriteStream(part, { mode: 0o600 }))
    renameSync(part, file)
  } finally {
    rmSync(plain, { force: true })
  }
}
