/** Decides whether an uploaded file is accepted, and as what. The last word is that of the content. Runs in the file process. */
import { PopulusError } from '../../errors.ts'
import { cleanSvgFile } from '../svg/clean-svg-file.ts'
import { detectType } from './detect-type.ts'
import type { ClaimedType, DetectedType, TypeLists } from './type-values.ts'

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
