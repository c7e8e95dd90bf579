/** How large a vector image is, without drawing it: that could load other files, and take any time. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptySvgLike } from '../svg/svg-root.ts'
import { readFacts } from './open-image.ts'

export interface SvgSize {
  readonly width: number | null
  readonly height: number | null
}

export async function sizeOfSvg(source: string, folder: string, pixels: number): Promise<SvgSize> {
  const empty = emptySvgLike(await readFile(source, 'utf8'))
  if (empty === undefined) return { width: null, height: null }
  const path = join(folder, 'size.svg')
  await writeFile(path, empty)
  const { width, height } = await readFacts(path, pixels, 'image/svg+xml')
  return { width, height }
}
