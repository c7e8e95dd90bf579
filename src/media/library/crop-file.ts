/** Cuts a part out of an image: in place, so that its address stays, or as a new file beside it. */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { EVERYTHING } from '../../identity/access/make-access.ts'
import { badInput, checkInput, flag } from '../../input/check-input.ts'
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import type { MediaContext } from '../media-context.ts'
import { prepareFile } from '../upload/prepare-file.ts'
import type { ReceivedFile } from '../upload/received-file.ts'
import { replaceFile } from '../upload/replace-file.ts'
import { uploadFiles } from '../upload/upload-files.ts'
import type { Workspace } from '../upload/workspaces.ts'
import { filesById } from './each-file.ts'
import { findFile } from './find-files.ts'
import type { LibraryViewer } from './library-context.ts'

const pixels = (least: number) =>
  z
    .number({ error: 'expected a number of pixels' })
    .int({ error: 'expected a whole number of pixels' })
    .min(least, { error: `expected a number of at least ${least}` })
const cropInput = z.strictObject({
  x: pixels(0),
  y: pixels(0),
  width: pixels(1),
  height: pixels(1),
  copy: flag().optional(),
})
type Crop = z.infer<typeof cropInput>

/** Returns the id of the cropped image: the same, or that of the copy. */
export async function cropFile(
  context: MediaContext,
  id: number,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<number> {
  const crop = checkInput(cropInput, input)
  if (crop.copy === true && viewer.mayCreate === false) throw new PopulusError('forbidden')
  const { folder } = await findFile(context, id, viewer)
  const [file] = await filesById(context, [id])
  if (file === undefined) throw new PopulusError('notFound')
  refuseOutside(file, crop)
  const workspace = await context.workspaces.open()
  try {
    const received = await cutOut(context, file, crop, workspace)
    if (crop.copy !== true) {
      const same = { id: String(id), received, info: {}, workspace, access: EVERYTHING, by: viewer.by }
      await replaceFile(context, same)
      return id
    }
    const { alternativeText, caption, name } = file
    const prepared = await prepareFile(context, workspace, received, {
      info: { alternativeText, caption, name },
      path: null,
    })
    const place = { folder: folder?.id ?? null, folderPath: file.folderPath }
    const copies = { files: [prepared], access: EVERYTHING, folder: place, by: viewer.by }
    const [json = '{}'] = await uploadFiles(context, copies)
    return Number((JSON.parse(json) as { id?: unknown }).id)
  } finally {
    await workspace.remove()
  }
}

function refuseOutside({ width, height }: StoredFile, crop: Crop): void {
  if (width === null || height === null) throw badInput([{ path: [], message: 'the file is not an image' }])
  const message = `expected a part of the image, which has ${width} x ${height} pixels`
  if (crop.x + crop.width > width) throw badInput([{ path: ['width'], message }])
  if (crop.y + crop.height > height) throw badInput([{ path: ['height'], message }])
}

async function cutOut(
  context: MediaContext,
  file: StoredFile,
  { x, y, width, height }: Crop,
  workspace: Workspace,
): Promise<ReceivedFile> {
  const [main] = objectsOf(file)
  if (main === undefined) throw new PopulusError('fileNotFound')
  const source = join(workspace.folder, 'whole')
  const path = join(workspace.folder, 'part')
  const body = await context.providerOf(file.provider).read(main)
  await pipeline(body, createWriteStream(source, { flags: 'wx', mode: 0o600 }))
  await context.work.transform(source, path, { crop: { left: x, top: y, width, height } })
  return { field: 'files', name: file.name, mime: file.mime, path, size: (await stat(path)).size }
}
