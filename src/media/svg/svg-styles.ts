/** What styles may say: everything that draws. They load nothing, and use no escapes that hide a word. */

const FORBIDDEN = [
  /\\|@import|@charset|@namespace|-moz-binding/i,
  /(?:expression|behavior|javascript)\s*[(:]/i,
  // The functions that take an address without saying `url`.
  /(?:^|[^\w-])(?:-webkit-|-moz-)?(?:image-set|image|cross-fade|element|src)\s*\(/i,
]

/** A part of the same file. No character that could end a string or a rule. */
const PART = /^#[^\s"'()\\;{}<>]*$/
/** A picture or a font inside it. */
const DATA =
  /^data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/[\w-]+|application\/(?:x-)?font-[\w-]+)(?:;charset=utf-8)?;base64,[a-z0-9+/=]*$/i
const ADDRESS = /url\(([^()]*)\)/gi
const ANY_URL = /url\s*\(/i

export function isAllowedStyle(text: string): boolean {
  // Old browsers read words across comments; others see none inside a string.
  return loadsNothing(text) && (!text.includes('/*') || loadsNothing(withoutComments(text)))
}

function loadsNothing(style: string): boolean {
  if (FORBIDDEN.some(pattern => pattern.test(style))) return false
  if (!ANY_URL.test(style)) return true
  return !ANY_URL.test(style.replace(ADDRESS, (whole, address: string) => (isAllowedAddress(address) ? ' ' : whole)))
}

/** With or without quotes. */
function isAllowedAddress(written: string): boolean {
  const trimmed = written.trim()
  const quote = trimmed[0]
  const isQuoted = (quote === '"' || quote === "'") && trimmed.length > 1 && trimmed.endsWith(quote)
  const address = isQuoted ? trimmed.slice(1, -1) : trimmed
  return PART.test(address) || DATA.test(address)
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const begin = text.indexOf('/*', at)
    if (begin === -1) break
    parts.push(text.slice(at, begin))
    const end = text.indexOf('*/', begin + 2)
    at = end === -1 ? text.length : end + 2
  }
  return parts.join('') + text.slice(at)
}
