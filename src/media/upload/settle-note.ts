/**
 * Brings rows and objects back in step after an upload, a replacement or a deletion that did not get to its end: because
 * it failed, or because its process died. Can be repeated at any time.
 */
import { createReadStream, existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { PopulusError } from '../../errors.ts'
import { join, name, sql, table, value } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { fileType, readFileRow, readFrom } from '../files/file-rows.ts'
import type { StoredFile } from '../files/file-values.ts'
import { filesById } from '../library/each-file.ts'
import type { MediaContext } from '../media-context.ts'
import type { MediaProvider, PlacedRef } from '../providers/provider.ts'
import type { StoredNote } from './media-journal.ts'
import type { DeleteNote, MoveNote, Note, ObjectsNote, ReplaceNote } from './notes.ts'

/**
 * Settles the notes of processes that no longer run. Returns those that are left: of other processes, or of a storage
 * that does not answer.
 */
export async function settleNotes(context: MediaContext): Promise<readonly StoredNote[]> {
  const left: StoredNote[] = []
  for (const stored of await context.journal.list()) {
    try {
      const settle = () => settleNote(context, stored)
      if (context.journal.isInUse(stored) || !(await context.journal.takeOver(stored, settle))) left.push(stored)
    } catch (error) {
      context.cleanLater(error)
      left.push(stored)
    }
  }
  return left
}

/** Removes the note once there is nothing left to do. */
export async function settleNote(context: MediaContext, { id, note }: Pick<StoredNote, 'id' | 'note'>): Promise<void> {
  await settle(context, note)
  await context.journal.remove(id)
  // The copies were needed as long as the note.
  if (note.kind === 'replace') for (const { path } of note.backups) await context.workspaces.removeAround(path)
}

function settle(context: MediaContext, note: Note): Promise<void> {
  switch (note.kind) {
    case 'delete':
      return settleDelete(context, note)
    case 'objects':
      return ifConfigured(() => settleObjects(context, context.providerOf(note.provider), note))
    case 'replace':
      return ifConfigured(() => settleReplace(context, context.providerOf(note.provider), note))
    case 'move':
      return ifConfigured(() => settleMove(context, context.providerOf(note.provider), note))
    default:
      return note satisfies never
  }
}

/** Objects of a storage that is not configured stay where they are, as in Strapi. */
async function ifConfigured(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof PopulusError && error.key === 'providerNotSupported')) throw error
  })
}

async function settleDelete(context: MediaContext, { files }: DeleteNote): Promise<void> {
  const ids = files.map(({ id }) => id)
  const known = new Set((await filesById(context, ids)).map(({ id }) => id))
  for (const { provider: name, objects } of files.filter(({ id }) => !known.has(id))) {
    const provider = context.providerOf(name)
    await ifConfigured(async () => {
      for (const object of objects) await provider.delete(object)
    })
  }
}

async function settleObjects(context: MediaContext, provider: MediaProvider, { files }: ObjectsNote): Promise<void> {
  const { content } = context
  const hashes = files.map(({ hash }) => value(hash))
  const stored = sql`select ${name('hash')} from ${table(fileType(content.schema).table!)} where ${name('hash')} in (${join(hashes)})`
  const known = new Set((await readingFrom(content.database)(stored)).map(([hash]) => String(hash)))
  for (const { hash, objects } of files) {
    if (!known.has(hash)) for (const object of objects) await provider.delete(object)
  }
}

async function settleReplace(context: MediaContext, provider: MediaProvider, note: ReplaceNote): Promise<void> {
  const { backups, added, obsolete } = note
  const row = await storedRow(context, note.fileId)
  if (row !== null && !describesNew(row, note)) {
    for (const object of added) await provider.delete(object)
    for (const backup of backups) await putBack(provider, backup)
    return
  }
  for (const object of obsolete) await provider.delete(object)
  // Somebody has deleted the file in the meantime.
  if (row === null) for (const object of [...added, ...backups.map(backupRef)]) await provider.delete(object)
}

async function settleMove(context: MediaContext, from: MediaProvider, note: MoveNote): Promise<void> {
  const row = await storedRow(context, note.fileId)
  const moved = row?.provider === note.to
  if (!moved) for (const object of note.copies) await context.providerOf(note.to).delete(object)
  if ((moved || row === null) && !note.keep) for (const object of note.objects) await from.delete(object)
}

async function putBack(provider: MediaProvider, backup: ReplaceNote['backups'][number]): Promise<void> {
  if (!existsSync(backup.path)) return
  // Also removes what an interrupted upload of the same name has left.
  await provider.delete(backupRef(backup))
  await provider.put(backup.object, createReadStream(backup.path))
}

function backupRef({ object }: ReplaceNote['backups'][number]): PlacedRef {
  const { hash, ext, mime, path } = object
  return { hash, ext, mime, path, url: '', providerMetadata: null }
}

function storedRow({ content }: MediaContext, id: number): Promise<StoredFile | null> {
  return readFrom(content, scope => readFileRow(scope, id))
}

/** Nothing but a replacement changes these values, so they tell whether it was committed. */
function describesNew({ mime, size, width, height, formats }: StoredFile, { after }: ReplaceNote): boolean {
  return after !== null && isDeepStrictEqual({ mime, size, width, height, formats }, after)
}
