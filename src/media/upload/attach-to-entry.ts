/** Files that come together with an entry: stored with it, in one transaction, or not at all. */
import { translationsOf } from '../../content/write/entry-locale.ts'
import { checkOpenRow, openRows } from '../../content/write/open-rows.ts'
import { sharedElsewhere } from '../../content/write/values/check-shared.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { type ContentType, FILE_UID } from '../../schema/schema.ts'
import { checkAccepted } from '../files/allowed-types.ts'
import { checkWritable } from '../files/attach-rights.ts'
import { fileType } from '../files/file-rows.ts'
import { type FilePath, linkFiles, targetAt } from '../files/file-target.ts'
import type { MediaContext } from '../media-context.ts'
import { type PreparedFile, prepareFile } from './prepare-file.ts'
import type { ReceivedFile } from './received-file.ts'
import { type StoreRows, withPlacedFiles } from './upload-files.ts'
import type { Workspace } from './workspaces.ts'

/** A file, and the attribute of the entry that it is for. */
export interface EntryFile {
  readonly path: FilePath
  readonly received: ReceivedFile
}

export interface AttachInput {
  readonly type: ContentType
  readonly access: Access
  readonly files: readonly EntryFile[]
  readonly workspace: Workspace
}

/** Stores the files of an entry that was just stored. */
export type StoreAlongside = (scope: WriteScope, id: number) => Promise<void>

export interface Attached<T> {
  readonly result: T
  /** Files that are stored, but led to no media attribute. Only where that is no error. */
  readonly lost: readonly string[]
}

/** Runs a write of an entry, which must call `alongside` in its transaction. */
export async function attachToEntry<T>(
  context: MediaContext,
  { type, access, files, workspace }: AttachInput,
  write: (alongside: StoreAlongside) => Promise<T>,
): Promise<Attached<T>> {
  const { content } = context
  const paths = files.map(({ path }) => path)
  checkWritable(type, paths, access)
  const prepared: PreparedFile[] = []
  for (const { path, received } of files) {
    const attribute = path.length === 1 ? type.attributes.get(path[0]!) : undefined
    const accept = (mime: string, name: string) => {
      if (attribute?.kind === 'media') checkAccepted(attribute, { name, mime })
    }
    prepared.push(await prepareFile(context, workspace, received, { info: {}, path: null, accept }))
  }
  return withPlacedFiles(context, prepared, async store => {
    let stored: Stored = { ids: [], lost: [], tables: new Set() }
    const result = await write(async (scope, id) => {
      const isStrict = content.dialect.typosAreErrors
      stored = await storeAll(scope, { store, type, access, files, prepared, isStrict }, id)
    })
    const { ids, lost, tables } = stored
    for (const id of ids) content.events.publish(Object.freeze({ action: 'create', type: FILE_UID, id, tables }))
    return { result, lost }
  })
}

interface Stored {
  readonly ids: readonly number[]
  readonly lost: readonly string[]
  readonly tables: ReadonlySet<string>
}

interface StoreInput extends Pick<AttachInput, 'type' | 'access' | 'files'> {
  readonly store: StoreRows
  readonly prepared: readonly PreparedFile[]
  /** A path that leads nowhere is an error. */
  readonly isStrict: boolean
}

async function storeAll(
  scope: WriteScope,
  { store, type, access, files, prepared, isStrict }: StoreInput,
  id: number,
): Promise<Stored> {
  const ids = await store(scope, {})
  for (const file of ids) await checkOpenRow(scope, { type: fileType(scope.schema), access }, file, 'create')
  const lost = new Set<string>()
  for (const [path, indexes] of byPath(files)) {
    for (const owner of await ownersOf(scope, { type, access }, id, path)) {
      try {
        await link(scope, { model: type, id: owner }, path, { indexes, ids, prepared })
      } catch (error) {
        if (isStrict || !(error instanceof PopulusError && error.key === 'badFileTarget')) throw error
        lost.add(error.message)
      }
    }
  }
  return { ids, lost: [...lost], tables: scope.touched }
}

async function link(
  scope: WriteScope,
  entry: { readonly model: ContentType; readonly id: number },
  path: FilePath,
  { indexes, ids, prepared }: { indexes: readonly number[]; ids: readonly number[]; prepared: readonly PreparedFile[] },
): Promise<void> {
  const target = await targetAt(scope, entry, path)
  for (const index of indexes) checkAccepted(target.attribute, prepared[index]!.object)
  await linkFiles(
    scope,
    target,
    indexes.map(index => ids[index]!),
  )
}

/** The positions of the files for each path, in their order. */
function byPath(files: readonly EntryFile[]): readonly (readonly [FilePath, readonly number[]])[] {
  const found = new Map<string, readonly [FilePath, number[]]>()
  for (const [index, { path }] of files.entries()) {
    const key = path.join('.')
    const known = found.get(key) ?? ([path, []] as const)
    known[1].push(index)
    found.set(key, known)
  }
  return [...found.values()]
}

/** An attribute that is not localized has the same files in all translations. */
async function ownersOf(
  scope: WriteScope,
  writer: Pick<AttachInput, 'type' | 'access'>,
  id: number,
  path: FilePath,
): Promise<readonly number[]> {
  const { type } = writer
  const attribute = type.attributes.get(path[0] ?? '')
  if (!type.localized || attribute === undefined || attribute.localized) return [id]
  const others = await translationsOf(scope, type, id)
  const open = others.length === 0 ? others : await openRows(scope, writer, others, 'update')
  if (open.length < others.length) throw sharedElsewhere([attribute.name])
  return [id, ...others]
}
