/** Recognizes e-mail addresses: exactly those that the validator of the wire format accepts, but without backtracking. */

const BEYOND_ASCII = '\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF'
const WORD = `[a-z\\d!#$%&'*+\\-/=?^_\`{|}~${BEYOND_ASCII}]+`
const PLAIN = new RegExp(`^${WORD}(?:\\.${WORD})*$`, 'i')
const BLANKS = '(?:[ \\t]*\\r\\n)?[ \\t]+'
const QUOTED_CHARACTER = `[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f!\\x23-\\x5b\\x5d-\\x7e${BEYOND_ASCII}]`
const ESCAPED_CHARACTER = `\\\\[\\x01-\\x09\\x0b-\\x7f${BEYOND_ASCII}]`
const QUOTED = new RegExp(`^"(?:(?:${BLANKS})?(?:${QUOTED_CHARACTER}|${ESCAPED_CHARACTER}))*(?:${BLANKS})?"$`, 'i')
const DOMAIN_CHARACTERS = new RegExp(`^[a-z\\d${BEYOND_ASCII}][a-z\\d\\-._~${BEYOND_ASCII}]*[a-z${BEYOND_ASCII}]$`, 'i')
const DOMAIN_DOT = new RegExp(`[a-z\\d${BEYOND_ASCII}]\\.[a-z${BEYOND_ASCII}]`, 'i')

/** `isEmail('ada@example.org')`, `isEmail('"a b"@example.org')`; not `isEmail('ada@localhost')`. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at === -1) return false
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return (PLAIN.test(local) || QUOTED.test(local)) && DOMAIN_CHARACTERS.test(domain) && DOMAIN_DOT.test(domain)
}
