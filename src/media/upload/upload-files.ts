/** Stores uploaded files: objects and rows, or neither. */
import { prepareRead } from '../../content/read/prepare-read.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { checkOpenRow } from '../../content/write/open-rows.ts'
import { readStored } from '../../content/write/read-stored.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import type { Access } from '../../plan/access.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { apiFolder, type FolderPlace } from '../files/api-folder.ts'
import { fileType, insertFile } from '../files/file-rows.ts'
import type { MediaContext } from '../media-context.ts'
import type { ObjectsNote } from './notes.ts'
import { type PlacedValues, placeFiles, plannedRefs } from './place-files.ts'
import type { PreparedFile } from './prepare-file.ts'
import { withNote } from './with-note.ts'

export interface UploadInput {
  readonly files: readonly PreparedFile[]
  /** Who uploads them, and will read the answer. */
  readonly access: Access
  /** Links the new files, inside their transaction. */
  readonly link?: ((scope: WriteScope, ids: readonly number[]) => Promise<void>) | undefined
  /** Called at the end of their transaction, with the files as JSON. */
  readonly stored?: ((run: RunFragment, files: readonly string[]) => Promise<void>) | undefined
  /** Where in the library the files appear; `API Uploads` if absent. */
  readonly folder?: FolderPlace | undefined
  /** The administrator who uploads them. */
  readonly by?: number | undefined
}

/** Returns the new files as JSON, each on its own, in the order given. */
export async function uploadFiles(context: MediaContext, input: UploadInput): Promise<readonly string[]> {
  const { content } = context
  const type = fileType(content.schema)
  const read = await prepareRead(content, { type, access: input.access, search: '' }, { kind: 'flat-stored' })
  return withPlacedFiles(context, input.files, store =>
    commitWrite(content, { access: input.access, by: input.by }, async scope => {
      const ids = await store(scope, input)
      await input.link?.(scope, ids)
      for (const id of ids) await checkOpenRow(scope, { type, access: input.access }, id, 'create')
      const answer: string[] = []
      for (const id of ids) answer.push(await readStored(scope, read, id))
      await input.stored?.(scope.ask, answer)
      return { written: ids.map(id => ({ type, id, action: 'create' })), answer }
    }),
  )
}

/** Adds the rows of files whose objects are stored. Returns their ids. */
export type StoreRows = (scope: WriteScope, place: Pick<UploadInput, 'folder' | 'by'>) => Promise<readonly number[]>

/** Stores the objects, then runs the work, whose transaction adds the rows. If it fails, the objects are deleted. */
export async function withPlacedFiles<T>(
  { content, ...context }: MediaContext,
  files: readonly PreparedFile[],
  work: (store: StoreRows) => Promise<T>,
): Promise<T> {
  const { provider } = context
  const noted = files.map(file => ({ hash: file.object.hash, objects: plannedRefs(file) }))
  const note: ObjectsNote = { kind: 'objects', provider: provider.name, files: noted }
  const open = await context.journal.open(note)
  return withNote({ content, ...context }, open, async () => {
    const placed = await placeFiles(provider, files)
    return work(async (scope, { folder, by }) => {
      await open.confirm(scope.ask)
      return insertRows(scope, placed, { folder, by, now: content.clock() })
    })
  })
}

async function insertRows(
  scope: WriteScope,
  placed: readonly PlacedValues[],
  { folder, by, now }: Pick<UploadInput, 'folder' | 'by'> & { readonly now: Date },
): Promise<readonly number[]> {
  const place = folder ?? (await apiFolder(scope, now))
  const ids: number[] = []
  for (const values of placed) ids.push(await insertFile(scope, { ...values, ...place }, { now, by }))
  return ids
}
