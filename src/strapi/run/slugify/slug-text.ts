/**
 * The text of a slug, as `@sindresorhus/slugify` 1.1 makes it, which the plugin uses: later versions give other addresses
 * for the same titles. The patterns here match the same, but take no longer than the text is long.
 */
import transliterate from 'transliterate-0'
import type { Slugify } from './slug-models.ts'

/** A longer text is cut. No column for slugs is as long. */
const LONGEST = 10_000

const REPLACED: readonly (readonly [string, string])[] = [
  ['&', ' and '],
  ['🦄', ' unicorn '],
  ['♥', ' love '],
]

export function slugText(text: string, options: Slugify['slugifyOptions']): string {
  const { separator = '-', lowercase = true, decamelize = true, preserveLeadingUnderscore = false } = options
  const customReplacements = new Map([...REPLACED, ...(options.customReplacements ?? [])])
  const latin = transliterate(text.slice(0, LONGEST), { customReplacements: [...customReplacements] })
  const words = decamelize ? separateWords(latin) : latin
  const replaced = lowercase
    ? words.toLowerCase().replace(/[^a-z\d]+/g, separator)
    : words.replace(/[^a-zA-Z\d]+/g, separator)
  const slug = withoutMoot(replaced.replaceAll('\\', ''), separator)
  return preserveLeadingUnderscore && text.startsWith('_') ? `_${slug}` : slug
}

function separateWords(text: string): string {
  return text
    .replace(/([A-Z]{2})(\d+)/g, '$1 $2')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z\d]+)/g, '$1 $2')
}

/** Separators in a row, at the start and at the end. */
function withoutMoot(slug: string, separator: string): string {
  if (separator === '') return slug
  const escaped = separator.replace(/[|\\{}()[\]^$+*?.]/g, '\\$&').replace(/-/g, '\\x2d')
  return slug
    .replace(new RegExp(`${escaped}{2,}`, 'g'), separator)
    .replace(new RegExp(`^${escaped}|${escaped}$`, 'g'), '')
}
