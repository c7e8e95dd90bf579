/** Changes what editors say about a file, and the folder it is in. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { readFileRow, updateFile } from '../files/file-rows.ts'
import { changeFolders, parentOf } from './change-folders.ts'
import { findFile } from './find-files.ts'
import type { LibraryContext, LibraryViewer } from './library-context.ts'

/** Texts may be removed. */
const note = () => text().nullable()
const fileInput = z
  .strictObject({
    name: text(),
    alternativeText: note(),
    caption: note(),
    folder: z.number({ error: 'expected the id of a folder, or null' }).int().min(1).nullable(),
  })
  .partial()

/** `input` is a `MediaFileInput`. What it does not name stays. */
export async function changeFile(
  context: LibraryContext,
  id: number,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<void> {
  const { folder, ...info } = checkInput(fileInput, input)
  await findFile(context, id, viewer)
  await changeFolders(context, viewer.by, async (scope, folders) => {
    if ((await readFileRow(scope, id)) === null) throw new PopulusError('notFound')
    const given = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined))
    const place = folder === undefined ? {} : { folder, folderPath: parentOf(folders, folder)?.path ?? '/' }
    await updateFile(scope, id, { ...given, ...place }, { now: context.content.clock(), by: viewer.by })
  })
}
