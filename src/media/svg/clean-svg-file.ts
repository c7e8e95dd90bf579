/** Cleans a file in place. Runs in the file process. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { cleanSvg } from './clean-svg.ts'
import { decodeSvg } from './decode-svg.ts'
import { checkSvgLimit } from './svg-limits.ts'

export async function cleanSvgFile(path: string): Promise<void> {
  checkSvgLimit('bytes', (await stat(path)).size)
  const { text, plain } = decodeSvg(await readFile(path))
  const { written, removed } = cleanSvg(text)
  if (removed.length > 0 || !plain) await writeFile(path, written)
}
