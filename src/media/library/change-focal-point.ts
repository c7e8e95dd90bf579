/** Sets the focal point of an image. Sizes of it that cut something off are made again. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'
import { readFileRow, updateFile } from '../files/file-rows.ts'
import { withFocalPoint } from '../files/focal-point.ts'
import type { MediaContext } from '../media-context.ts'
import { changeFolders } from './change-folders.ts'
import { findFile } from './find-files.ts'
import type { LibraryViewer } from './library-context.ts'

const percent = () => z.number({ error: 'expected a number from 0 to 100' }).min(0).max(100)
const focalInput = z.strictObject({ x: percent(), y: percent() })

/** `input` is a `FocalPoint`, or `null` for the middle. */
export async function changeFocalPoint(
  context: Pick<MediaContext, 'content' | 'sizes'>,
  id: number,
  input: unknown,
  viewer: LibraryViewer = {},
): Promise<void> {
  const point = input === null ? null : checkInput(focalInput, input)
  await findFile(context, id, viewer)
  const name = await changeFolders(context, viewer.by, async scope => {
    const row = await readFileRow(scope, id)
    if (row === null) throw new PopulusError('notFound')
    const metadata = withFocalPoint(row.provider_metadata, point)
    await updateFile(scope, id, { provider_metadata: metadata }, { now: context.content.clock(), by: viewer.by })
    return row.hash + (row.ext ?? '')
  })
  await context.sizes.forget(name)
}
