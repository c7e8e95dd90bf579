/** What styles may say: everything that draws. They load nothing, and use no escapes that hide a word. */

const FORBIDDEN = [
  /\\|@import|@charset|@namespace|-moz-binding/i,
  /(?:expression|behavior|javascript)\s*[(:]/i,
  // The functions that take an address without saying `url`.
  /(?:^|[^\w-])(?:-webkit-|-moz-)?(?:image-set|image|cross-fade|element|src)\s*\(/i,
]

const DATA = 'data:(?:image/(?:png|jpe?g|gif|webp|avif)|font/[\\w-]+|application/(?:x-)?font-[\\w-]+)'
/** A part of the same file, or a picture or a font inside it. No character that could end a string or a rule. */
const ALLOWED_URL = new RegExp(
  `url\\(\\s*(["']?)(?:#[^\\s"'()\\\\;{}<>]*|${DATA}(?:;charset=utf-8)?;base64,[a-z0-9+/=]*)\\1\\s*\\)`,
  'gi',
)
const ANY_URL = /url\s*\(/i

export function isAllowedStyle(text: string): boolean {
  // Old browsers read words across comments; others see none inside a string.
  return loadsNothing(text) && (!text.includes('/*') || loadsNothing(withoutComments(text)))
}

function loadsNothing(style: string): boolean {
  if (FORBIDDEN.some(pattern => pattern.test(style))) return false
  return !ANY_URL.test(style) || !ANY_URL.test(style.replace(ALLOWED_URL, ' '))
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
