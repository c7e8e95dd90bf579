/** The logo of a project, looked at like every other file before anybody is shown it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { badInput } from '../../input/check-input.ts'
import type { MediaContext } from '../media-context.ts'

export interface AcceptedLogo {
  readonly mime: string
  readonly bytes: Buffer
}

/** It is stored in the database, and part of every page of the panel. */
export const MOST_LOGO_BYTES = 200_000

const LOGO_TYPES = { allow: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'], deny: [] }

const NO_COPIES = {
  breakpoints: {},
  responsive: false,
  optimize: false,
  autoOrientation: false,
  extraFormats: [],
  placeholder: false,
}

/** Vector images are cleaned. Refuses other types (`typeNotAllowed`) and images that are none (`notAnImage`). */
export async function acceptLogo({ workspaces, work }: MediaContext, bytes: Buffer): Promise<AcceptedLogo> {
  if (bytes.length > MOST_LOGO_BYTES)
    throw badInput([{ path: ['logo'], message: `expected an image of at most ${MOST_LOGO_BYTES / 1000} kB` }])
  const workspace = await workspaces.open()
  try {
    const path = join(workspace.folder, 'logo')
    await writeFile(path, bytes)
    const { mime } = await work.accept(path, { name: 'logo', mime: '' }, LOGO_TYPES)
    // What only begins like an image is refused, and so are too many pixels.
    await work.process(path, workspace.folder, { ...NO_COPIES, type: mime })
    return { mime, bytes: await readFile(path) }
  } finally {
    await workspace.remove()
  }
}
