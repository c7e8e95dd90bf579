/** Entity tags in `If-None-Match`. */

/** Whether the header names the tag. Weak and strong tags are treated alike; `*` matches every tag. */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag || isAny(header)) return true
  const plain = tag.replace(WEAK, '')
  return header.split(',').some(part => part.trim().replace(WEAK, '') === plain)
}

export function isAny(header: string): boolean {
  return header.trim() === '*'
}

const WEAK = /^W\//
