/** Files: forms, uploads in parts, replacements, deletions, moves in the library, and entries that come with files. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kilobytes } from '../../../src/media/files/file-values.ts'
import { query } from '../../content/write/write-app.ts'
import { field, form, type Part, picture } from '../../media/media-app.ts'
import { Ledger, type State } from '../harness/ledger.ts'
import type { Scenario } from '../harness/scenario.ts'
import { underLoad } from '../harness/under-load.ts'
import type { World } from '../harness/world.ts'
import { Writer } from '../harness/writers.ts'

const WRITERS = 4
const MOST_FILES = 8
/** Where files go that come through the content API. */
const API_FOLDER = 'API Uploads'
const TUS = { 'tus-resumable': '1.0.0' }

interface StoredFile {
  readonly id: number
  readonly name: string
  state: FileState
}

interface FileState {
  readonly digest: string
  readonly alternativeText: string | null
  readonly folder: string | null
}

class Uploader extends Writer {
  files: StoredFile[] = []
  readonly folders: { readonly id: number; readonly name: string }[] = []
}

export const uploads: Scenario = {
  name: 'uploads',
  weight: 4,
  open: async stage => {
    const ledger = new Ledger()
    const writers = () => Array.from({ length: WRITERS }, () => new Uploader({ ...stage, ledger }))
    return underLoad(stage, {
      ledger,
      writers: stopped => writers().map(writer => writer.loop(stopped, () => act(writer))),
      found: () => readFiles(stage.world),
    })
  },
}

async function act(writer: Uploader): Promise<void> {
  const { random, files } = writer
  if (files.length < 2) return byForm(writer)
  const acts = files.length < MOST_FILES ? [byForm, byParts, withEntry, replace, describe, move, remove] : [remove]
  await random.pick(acts)(writer)
}

const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
const stored = (bytes: string | Buffer): FileState => ({
  digest: digestOf(bytes),
  alternativeText: null,
  folder: API_FOLDER,
})

/** Texts are stored as they are; so is a picture of one dot. */
function newFile(writer: Uploader, name = 'files'): Part {
  const file = `k-${writer.newCode()}`
  if (writer.random.chance(0.2)) return { ...picture(`${file}.png`), name }
  const value = `${file} `.repeat(1 + writer.random.below(20_000))
  return { name, value, file: `${file}.txt`, type: 'text/plain' }
}

const keyOf = (name: string) => `file ${name}`

async function byForm(writer: Uploader): Promise<void> {
  const parts = Array.from({ length: 1 + writer.random.below(2) }, () => newFile(writer))
  const changes = Object.fromEntries(parts.map(({ file, value }) => [keyOf(file!), stored(value)]))
  const made = await writer.change('form', changes, ['POST', '/api/upload', form(...parts)])
  for (const [index, part] of parts.entries())
    writer.files.push({ id: made[index].id, name: part.file!, state: stored(part.value) })
}

/** Only the last part makes a file of it. */
async function byParts(writer: Uploader): Promise<void> {
  const { file: name, value, type } = newFile(writer)
  const bytes = Buffer.from(value as string)
  const values = Object.entries({ filename: name!, filetype: type! })
  const metadata = values.map(([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`).join(',')
  const begin = { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  const location = await writer.begin('tus', '/api/upload/tus', begin)
  const half = Math.floor(bytes.length / 2)
  const part = (offset: number) => ({
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
  await writer.change('part', {}, ['PATCH', location, bytes.subarray(0, half), part(0)])
  const changes = { [keyOf(name!)]: stored(value) }
  const made = await writer.change('last part', changes, ['PATCH', location, bytes.subarray(half), part(half)])
  writer.files.push({ id: made[0].id, name: name!, state: stored(value) })
}

async function withEntry(writer: Uploader): Promise<void> {
  const part = newFile(writer, 'files.cover')
  const code = writer.newCode()
  const changes = { [keyOf(part.file!)]: stored(part.value), [`entry ${code}`]: part.file }
  const body = form(field('data', { title: code, code }), part)
  await writer.change('entry', changes, ['POST', '/api/items', body])
}

async function replace(writer: Uploader): Promise<void> {
  const file = writer.random.pick(writer.files)
  const isPicture = file.name.endsWith('.png')
  const part: Part = isPicture
    ? picture(file.name)
    : { name: 'files', value: `again ${writer.newCode()}`, file: file.name, type: 'text/plain' }
  const state = { ...file.state, digest: digestOf(part.value) }
  const path = `/api/upload?id=${file.id}`
  await writer.change('replace', { [keyOf(file.name)]: state }, ['POST', path, form(part)])
  file.state = state
}

async function describe(writer: Uploader): Promise<void> {
  const file = writer.random.pick(writer.files)
  const state = { ...file.state, alternativeText: writer.newCode() }
  const body = { alternativeText: state.alternativeText }
  await writer.change('describe', { [keyOf(file.name)]: state }, ['PUT', `/admin/api/media/${file.id}`, body])
  file.state = state
}

/** Some files at once, to a folder or out of it. */
async function move(writer: Uploader): Promise<void> {
  if (writer.folders.length < 2) {
    const name = writer.newCode()
    const made = await writer.change('folder', { [`folder ${name}`]: true }, ['POST', '/admin/api/folders', { name }])
    writer.folders.push({ id: made.data.id, name })
  }
  const to = writer.random.chance(0.3) ? undefined : writer.random.pick(writer.folders)
  const files = writer.random.picks(writer.files, 3)
  const changes = files.map(({ name, state }) => [keyOf(name), { ...state, folder: to?.name ?? null }] as const)
  const body = { action: 'move', files: files.map(({ id }) => id), to: to?.id ?? null }
  await writer.change('move', Object.fromEntries(changes), ['POST', '/admin/api/media/bulk', body])
  for (const file of files) file.state = { ...file.state, folder: to?.name ?? null }
}

async function remove(writer: Uploader): Promise<void> {
  const file = writer.random.pick(writer.files)
  await writer.change('delete', { [keyOf(file.name)]: null }, ['DELETE', `/api/upload/files/${file.id}`])
  writer.files = writer.files.filter(other => other !== file)
}

/** By the tables and the storage, and which of them the API shows. */
async function readFiles(world: World): Promise<ReadonlyMap<string, State>> {
  const found = new Map<string, State>()
  const rows = await query(
    world.database,
    `select f.id, f.name, f.hash, f.ext, f.size, f.alternative_text, o.name from files as f
       left join files_folder_links as l on l.file_id = f.id left join upload_folders as o on o.id = l.folder_id`,
  )
  const { body } = await world.send('GET', '/api/upload/files')
  const shown = new Set(body.map(({ id }: { id: number }) => id))
  for (const [id, name, hash, ext, size, alternativeText, folder] of rows) {
    if (!shown.has(Number(id))) throw new Error(`the API does not show file ${id}`)
    if (!String(name).startsWith('k-')) continue
    const bytes = readFileSync(join(world.uploads, `${hash}${ext}`))
    const isDescribed = Number(size) === kilobytes(bytes.length)
    const digest = isDescribed
      ? digestOf(bytes)
      : `${digestOf(bytes)} of ${bytes.length} bytes, but its row says ${size} kB`
    if (found.has(keyOf(String(name)))) throw new Error(`${name} is there twice`)
    found.set(keyOf(String(name)), { digest, alternativeText, folder })
  }
  const folders = `select name from upload_folders where name <> '${API_FOLDER}'`
  for (const [name] of await query(world.database, folders)) found.set(`folder ${name}`, true)
  const covers = `select i.code, f.name from items as i left join files_related_morphs as m on m.related_id = i.id
    and m.related_type = 'api::item.item' and m.field = 'cover' left join files as f on f.id = m.file_id`
  for (const [code, name] of await query(world.database, covers)) found.set(`entry ${code}`, name)
  return found
}
