/** Email addresses, as Strapi's validator knows them; written so that no address takes long to look at. */

/** Longer ones cannot be sent to. */
const LONGEST = 320

const OTHER = '\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef'
const LOCAL_PART = new RegExp(`^[a-z\\d!#$%&'*+\\-/=?^_\`{|}~${OTHER}]+$`, 'i')
const LABEL = new RegExp(`^[a-z\\d${OTHER}](?:[a-z\\d\\-_~${OTHER}]*[a-z\\d${OTHER}])?$`, 'i')
/** The last part of a domain has no digits at its ends. */
const TOP_LABEL = new RegExp(`^[a-z${OTHER}](?:[a-z\\d\\-_~${OTHER}]*[a-z${OTHER}])?$`, 'i')

/** `a@b.c` and `ann.lee+x@mail.example` are addresses; `a`, `a@b`, `a@b.1` and `a b@c.de` are not. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (text.length > LONGEST || at < 1) return false
  const labels = text.slice(at + 1).split('.')
  const top = labels.pop() ?? ''
  const local = text.slice(0, at).split('.')
  return (
    labels.length > 0 &&
    local.every(part => LOCAL_PART.test(part)) &&
    labels.every(label => LABEL.test(label)) &&
    TOP_LABEL.test(top)
  )
}
