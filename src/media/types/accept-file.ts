/** Decides whether an uploaded file is accepted, and as what. The last word is that of the content. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { PopulusError } from '../../errors.ts'
import { type ClaimedType, type DetectedType, detectType } from './detect-type.ts'

export interface TypeLists {
  /** Types such as `image/png`, `image/*` or `.csv`. Empty: all. */
  readonly allow: readonly string[]
  /** Wins over `allow`. */
  readonly deny: readonly string[]
}

/** A vector image beyond this is not read into memory. */
const LONGEST_SVG = 10 * 1000 * 1000

/**
 * Finds the type of a file, refuses types that are not wanted (`typeNotAllowed`) and images that are none
 * (`notAnImage`), and cleans vector images in place.
 */
export async function acceptFile(path: string, claimed: ClaimedType, lists: TypeLists): Promise<DetectedType> {
  const detected = await detectType(path, claimed)
  if (!isListed(detected, lists)) throw new PopulusError('typeNotAllowed', { mime: detected.mime })
  if (detected.mime === 'image/svg+xml') await cleanSvgFile(path)
  return detected
}

function isListed(detected: DetectedType, { allow, deny }: TypeLists): boolean {
  if (deny.some(item => matches(detected, item))) return false
  return allow.length === 0 || allow.some(item => matches(detected, item))
}

/** `image/*` and `*` match the beginning of a type, `.csv` an extension. */
function matches({ mime, ext }: DetectedType, item: string): boolean {
  const wanted = item.toLowerCase()
  if (wanted.startsWith('.')) return ext.toLowerCase() === wanted
  if (wanted === '*' || wanted === '*/*') return true
  return wanted.endsWith('/*') ? mime.startsWith(wanted.slice(0, -1)) : mime === wanted
}

async function cleanSvgFile(path: string): Promise<void> {
  if ((await stat(path)).size > LONGEST_SVG)
    throw new PopulusError('notAnImage', {}, { hint: `an SVG may have ${LONGEST_SVG} bytes` })
  const { cleanSvg } = await import('./clean-svg.ts')
  const { text, removed } = cleanSvg(await readFile(path, 'utf8'))
  if (removed.length > 0) await writeFile(path, text)
}
