/** Replaces the content of a file. Its address stays; its formats are made again. */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { checkOpenRow, isOpenRow } from '../../content/write/open-rows.ts'
import { readStored } from '../../content/write/read-stored.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { fileType, readFileRow, readFrom, updateFile } from '../files/file-rows.ts'
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import type { MediaContext } from '../media-context.ts'
import type { MediaProvider, PlacedRef } from '../providers/provider.ts'
import { givenInfo } from './change-info.ts'
import type { OpenNote } from './media-journal.ts'
import { type ContentFacts, nothingReplaced, type ReplaceNote } from './notes.ts'
import { openForFile } from './open-for-file.ts'
import { type PlacedValues, placeFiles, plannedRefs } from './place-files.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import type { FileInfo, ReceivedFile } from './received-file.ts'
import { withNote } from './with-note.ts'
import type { Workspace } from './workspaces.ts'

export interface ReplaceInput {
  readonly id: string
  readonly received: ReceivedFile
  readonly info: FileInfo
  readonly workspace: Workspace
  readonly access: Access
  readonly by?: number | undefined
  /** Called at the end of the transaction, with the file as JSON. */
  readonly stored?: ((run: RunFragment, file: string) => Promise<void>) | undefined
}

/** Returns the file as JSON. */
export async function replaceFile(context: MediaContext, input: ReplaceInput): Promise<string> {
  const row = await existingFile(context, input)
  const { received, info, workspace } = input
  const stored = { hash: row.hash, ext: row.ext ?? '' }
  const file = await prepareFile(context, workspace, received, { info, path: pathOf(context, row), stored })
  return context.turns.run([row.id], () => placeInstead(context, input, file))
}

/** The folder that the file is in, so that its address stays. */
function pathOf({ provider }: MediaContext, row: StoredFile): string | null {
  const [main] = row.provider === provider.name ? objectsOf(row) : []
  return (main === undefined ? undefined : provider.pathOf?.(main)) ?? null
}

async function existingFile(
  { content }: MediaContext,
  { id: text, access }: Pick<ReplaceInput, 'id' | 'access'>,
): Promise<StoredFile> {
  const id = idOfText(text)
  const row = id === null ? null : await readFrom(content, scope => openFile(scope, id, access))
  if (row === null) throw new PopulusError('entityNotFound')
  return row
}

/** The row of the file, if the caller may change it. */
async function openFile(
  scope: Parameters<typeof readFileRow>[0],
  id: number,
  access: Access,
): Promise<StoredFile | null> {
  const type = fileType(scope.schema)
  return (await isOpenRow(scope, { type, access }, id, 'update')) ? readFileRow(scope, id) : null
}

async function placeInstead(context: MediaContext, input: ReplaceInput, file: PreparedFile): Promise<string> {
  const { id } = await existingFile(context, input)
  const backups = await context.workspaces.open()
  const begun = nothingReplaced(context.provider.name, id)
  const open = await openForFile(context, begun).catch(async (error: unknown) => {
    await backups.remove()
    throw error
  })
  const work = async (): Promise<string> => {
    // Read only now that nobody else changes the file.
    const row = await existingFile(context, input)
    const note = await replaceNote(context, { row, file, folder: backups.folder })
    await open.change(note)
    const [placed] = await placeFiles(context.provider, [file])
    const values = { ...placed!, formats: placed!.formats ?? {} }
    await open.change({ ...note, after: factsOf(values) })
    return updateRow(context, input, values, { id, open })
  }
  try {
    return await withNote(context, open, work)
  } finally {
    // Copies that the note names are removed with it, which may be later.
    if (open.note.kind === 'replace' && open.note.backups.length === 0) await backups.remove()
  }
}

async function updateRow(
  { content }: MediaContext,
  { info, access, by, stored }: ReplaceInput,
  placed: PlacedValues,
  { id, open }: { readonly id: number; readonly open: OpenNote },
): Promise<string> {
  const type = fileType(content.schema)
  const read = await prepareRead(content, { type, access, search: '' }, { kind: 'flat-stored' })
  const { alternativeText: _a, caption: _c, hash: _h, ext: _e, ...values } = placed
  return commitWrite(content, { access, by }, async scope => {
    await open.confirm(scope.ask)
    if ((await openFile(scope, id, access)) === null) throw new PopulusError('entityNotFound')
    await updateFile(scope, id, { ...givenInfo(info), ...values }, { now: content.clock(), by })
    await checkOpenRow(scope, { type, access }, id, 'update')
    const answer = await readStored(scope, read, id)
    await stored?.(scope.ask, answer)
    return { written: [{ type, id, action: 'update' }], answer }
  })
}

function factsOf({ mime, size, width, height, formats }: PlacedValues): ContentFacts {
  return { mime, size, width, height, formats }
}

interface Replacement {
  readonly row: StoredFile
  readonly file: PreparedFile
  /** For copies of the old objects, so that they can be put back. */
  readonly folder: string
}

async function replaceNote({ provider }: MediaContext, { row, file, folder }: Replacement): Promise<ReplaceNote> {
  // The new content goes to the current storage. Objects in another one stay, as in Strapi.
  const old = row.provider === provider.name ? objectsOf(row) : []
  const planned = plannedRefs(file)
  const backups: ReplaceNote['backups'][number][] = []
  for (const [index, ref] of old.entries()) {
    const copy = join(folder, String(index))
    const size = await copyObject(provider, ref, copy)
    const { hash, ext, mime } = ref
    const path = ref.path ?? provider.pathOf?.(ref) ?? null
    if (size !== undefined) backups.push({ path: copy, object: { hash, ext, mime, path, size, name: row.name } })
  }
  const added = planned.filter(ref => !isIn(old, ref))
  const obsolete = old.filter(ref => !isIn(planned, ref))
  return { kind: 'replace', provider: provider.name, fileId: row.id, backups, added, obsolete, after: null }
}

function isIn(refs: readonly PlacedRef[], { hash, ext }: PlacedRef): boolean {
  return refs.some(ref => ref.hash === hash && ref.ext === ext)
}

/** Returns the size; `undefined` if the object is missing, which a replacement repairs. */
async function copyObject(provider: MediaProvider, ref: PlacedRef, path: string): Promise<number | undefined> {
  try {
    await pipeline(await provider.read(ref), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof PopulusError && error.key === 'fileNotFound') return undefined
    throw error
  }
}
