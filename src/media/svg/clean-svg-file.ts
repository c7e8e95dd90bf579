/** Cleans a file in place. Runs in the file process. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { PopulusError } from '../../errors.ts'
import { cleanSvg } from './clean-svg.ts'

/** A vector image beyond this is not read into memory. */
const LONGEST_SVG = 10 * 1000 * 1000

export async function cleanSvgFile(path: string): Promise<void> {
  if ((await stat(path)).size > LONGEST_SVG)
    throw new PopulusError('notAnImage', {}, { hint: `an SVG may have ${LONGEST_SVG} bytes` })
  const { text, removed } = cleanSvg(await readFile(path, 'utf8'))
  if (removed.length > 0) await writeFile(path, text)
}
