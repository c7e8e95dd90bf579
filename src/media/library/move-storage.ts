/**
 * Moves files to another storage, one after the other: copies the objects, compares the copies, switches the row, deletes
 * the old objects. Can be interrupted at any time and started again: a file whose row has been switched is done, any other
 * is copied again, and the next start deletes what is not needed.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeInScope } from '../../content/write/run-scope.ts'
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { readFileRow, updateFile } from '../files/file-rows.ts'
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import { carriedMetadata } from '../files/own-metadata.ts'
import type { MediaContext } from '../media-context.ts'
import type { MediaProvider, PlacedObject, PlacedRef } from '../providers/provider.ts'
import type { OpenNote } from '../upload/media-journal.ts'
import type { MoveNote } from '../upload/notes.ts'
import { openForFile } from '../upload/open-for-file.ts'
import { withNote } from '../upload/with-note.ts'
import { countFiles, eachFile, filesById } from './each-file.ts'

export interface MoveStorageOptions {
  /** Where the files go. */
  readonly to: MediaProvider
  /** The old objects stay, so that their addresses still work. */
  readonly keep?: boolean
  readonly progress?: (done: number, total: number) => void
}

export interface MoveReport {
  readonly moved: number
  /** Files that were there already. */
  readonly there: number
  /** Files that stay where they are, with the reason. */
  readonly failed: readonly { readonly file: number; readonly name: string; readonly reason: string }[]
}

export async function moveStorage(context: MediaContext, options: MoveStorageOptions): Promise<MoveReport> {
  const total = await countFiles(context)
  const failed: MoveReport['failed'][number][] = []
  let [moved, there, done] = [0, 0, 0]
  for await (const file of eachFile(context)) {
    if (file.provider === options.to.name) there += 1
    else {
      const reason = await moveFile(context, file, options).catch(reasonOf)
      if (reason === undefined) moved += 1
      else failed.push({ file: file.id, name: file.name, reason })
    }
    done += 1
    options.progress?.(done, total)
  }
  return { moved, there, failed }
}

/** A storage that does not answer at all ends the whole run; one that lacks a file does not. */
function reasonOf(error: unknown): string {
  if (error instanceof PopulusError && (error.key === 'fileNotFound' || error.key === 'providerNotSupported')) {
    return error.key === 'fileNotFound' ? 'its object is missing' : error.message
  }
  if (error instanceof CopyDiffers) return error.message
  throw error
}

class CopyDiffers extends Error {
  constructor() {
    super('the copy differs from the original')
  }
}

/** Nobody else changes the file meanwhile. The note says what to delete: the old objects, or copies that are not needed. */
async function moveFile(context: MediaContext, given: StoredFile, options: MoveStorageOptions): Promise<undefined> {
  const { to, keep = false } = options
  const open = await openForFile(context, moveNote(given, to, keep))
  return withNote(context, open, async () => {
    const [file] = await filesById(context, [given.id])
    if (file?.provider !== given.provider) throw new PopulusError('fileNotFound')
    await open.change(moveNote(file, to, keep))
    await switchRow(context, { file, to, placed: await copyObjects(context, file, to), open })
    return undefined
  })
}

async function copyObjects(
  context: MediaContext,
  file: StoredFile,
  to: MediaProvider,
): Promise<readonly PlacedObject[]> {
  const workspace = await context.workspaces.open()
  try {
    const placed: PlacedObject[] = []
    for (const [index, ref] of objectsOf(file).entries()) {
      const path = join(workspace.folder, String(index))
      placed.push(await copyObject(context.providerOf(file.provider), to, ref, { path, name: file.name }))
    }
    return placed
  } finally {
    await workspace.remove()
  }
}

function moveNote(file: StoredFile, to: MediaProvider, keep: boolean): MoveNote {
  const objects = objectsOf(file)
  const copies = objects.map(ref => ({ ...ref, url: '', providerMetadata: null }))
  return { kind: 'move', provider: file.provider, to: to.name, fileId: file.id, objects, copies, keep }
}

async function copyObject(
  from: MediaProvider,
  to: MediaProvider,
  ref: PlacedRef,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<PlacedObject> {
  const original = await saved(await from.read(ref), path)
  const { hash, ext, mime, path: folder } = ref
  const object = { hash, ext, mime, path: folder, name, size: original.size }
  const placed = await to.put(object, createReadStream(path))
  const copy = { ...ref, url: placed.url, providerMetadata: placed.providerMetadata }
  const stored = await summed(await to.read(copy))
  if (stored.sum !== original.sum) {
    await to.delete(copy)
    throw new CopyDiffers()
  }
  return placed
}

interface Summed {
  readonly sum: string
  /** In bytes. */
  readonly size: number
}

async function saved(body: Readable, path: string): Promise<Summed> {
  await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return summed(createReadStream(path))
}

async function summed(body: Readable): Promise<Summed> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of body) {
    hash.update(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
  }
  return { sum: hash.digest('hex'), size }
}

interface Switch {
  readonly file: StoredFile
  readonly to: MediaProvider
  readonly placed: readonly PlacedObject[]
  readonly open: OpenNote
}

async function switchRow({ content }: MediaContext, { file, to, placed, open }: Switch): Promise<void> {
  const [main, ...variants] = placed
  if (main === undefined) throw new PopulusError('fileNotFound')
  await writeInScope(content, null, async scope => {
    await open.confirm(scope.ask)
    const now = await readFileRow(scope, file.id)
    // A Strapi on the same database does not know about notes.
    if (now === null || now.url !== file.url || now.size !== file.size) throw new PopulusError('fileNotFound')
    const values = {
      url: main.url,
      previewUrl: main.previewUrl ?? null,
      provider: to.name,
      provider_metadata: carriedMetadata(now.provider_metadata, main.providerMetadata),
      formats: movedFormats(file.formats, variants),
    }
    await updateFile(scope, file.id, values, { now: content.clock() })
  })
}

/** Formats without a name have no object, so they keep their place in the row but none in the storage. */
function movedFormats(formats: JsonObject | null, variants: readonly PlacedObject[]): JsonObject | null {
  if (formats === null) return null
  const places = [...variants]
  const changed = Object.entries(formats).map(([key, format]) => {
    const place = isObject(format) && typeof format.hash === 'string' ? places.shift() : undefined
    if (!isObject(format) || place === undefined) return [key, format] as const
    const { provider_metadata: _, ...rest } = format
    const metadata = place.providerMetadata === null ? {} : { provider_metadata: place.providerMetadata }
    return [key, { ...rest, url: place.url, ...metadata }] as const
  })
  return Object.fromEntries(changed)
}
