/** Names of files: which ones are accepted, and the name under which the server stores a file. */
import { randomBytes } from 'node:crypto'
import { basename, extname } from 'node:path'
import slugify from '@sindresorhus/slugify'
import { PopulusError } from '../../errors.ts'
import { trimBoth } from '../../util/text/trim-run.ts'

/** Together with the address of a storage, they fit into a file name of 255 bytes and a column of 255 characters. */
const LONGEST_SLUG = 100
const LONGEST_FOLDER = 60
const LONGEST_NAME = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
const RESERVED = /[<>:"/\\|?*\u0000-\u001F]/
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d|\.|\.\.)$/i

/** The name that editors see: the one they chose, or that of the uploaded file. Throws for names that are not accepted. */
export function shownName(uploaded: string, chosen: string | null | undefined): string {
  checkName(uploaded)
  const name = (chosen || uploaded).normalize()
  checkName(name)
  return name
}

function checkName(name: string): void {
  const fits = name !== '' && name.length <= LONGEST_NAME
  if (!fits || RESERVED.test(name) || RESERVED_NAME.test(name)) throw new PopulusError('badFileName')
}

/** A folder of the storage, such as `press/2024`. Throws for anything that could lead elsewhere. */
export function storageFolder(given: string | undefined): string | null {
  const folder = trimBoth((given ?? '').trim(), '/')
  if (folder === '') return null
  const names = folder.split('/')
  if (folder.length > LONGEST_FOLDER) throw new PopulusError('badFileName')
  for (const name of names) checkName(name)
  return folder
}

/** `storedName('My photo.png', 'x.png')` is `My_photo_` and ten random digits: nobody can choose or guess it. */
export function storedName(shown: string, uploaded: string): string {
  // An apostrophe separates words, as in Strapi's version of the library.
  const base = basename(shown, extname(uploaded)).replace(/['’]/g, ' ')
  const slug = slugify(base, { separator: '_', lowercase: false })
  return `${slug.slice(0, LONGEST_SLUG)}_${randomBytes(5).toString('hex')}`
}
