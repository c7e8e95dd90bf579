/** Names of files: which ones are accepted, and the name under which the server stores a file. */
import { randomBytes } from 'node:crypto'
import { basename, extname } from 'node:path'
import slugify from '@sindresorhus/slugify'
import { PopulusError } from '../../errors.ts'

/** Leaves room in a file name of 255 bytes for the random part, the extension and the names of formats. */
const LONGEST_SLUG = 150
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

/** `storedName('My photo.png', 'x.png')` is `My_photo_` and ten random digits: nobody can choose or guess it. */
export function storedName(shown: string, uploaded: string): string {
  // An apostrophe separates words, as in Strapi's version of the library.
  const base = basename(shown, extname(uploaded)).replace(/['’]/g, ' ')
  const slug = slugify(base, { separator: '_', lowercase: false })
  return `${slug.slice(0, LONGEST_SLUG)}_${randomBytes(5).toString('hex')}`
}
