/** A stored value -> the text that a reader sees of it. */
import { isObject } from '../json-value.ts'
import type { ScalarType } from '../scalar-type.ts'

type ToText = (stored: string) => string

/** The types that can be searched. */
const TO_TEXT: Partial<Record<ScalarType, ToText>> = {
  string: stored => stored,
  text: stored => stored,
  richtext: withoutMarkup,
  blocks: blockText,
  email: stored => stored,
  uid: stored => stored,
  enumeration: stored => stored,
}

export const SEARCHED_TYPES = Object.keys(TO_TEXT) as readonly ScalarType[]

export function isSearched(type: unknown): type is ScalarType {
  return (SEARCHED_TYPES as readonly unknown[]).includes(type)
}

export function attributeText(type: ScalarType, stored: string): string {
  return TO_TEXT[type]?.(stored) ?? ''
}

/** The same for people, where marks between the words count. */
export function readableText(type: ScalarType, stored: string): string {
  if (type !== 'richtext') return attributeText(type, stored)
  // An image may be inside a link.
  const named = stored.replace(LINK, '$1').replace(LINK, '$1')
  return withoutMarkup(named).replace(LINE_MARKS, '')
}

/** A link or an image, with its text. */
const LINK = /!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
/** Of headings, quotations and lists. */
const LINE_MARKS = /^[ \t]*(?:#{1,6}|>+|[-+])[ \t]+/gm

/** Markdown without what only renders it: tags, and the addresses of links and images. */
function withoutMarkup(stored: string): string {
  return stored
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/\]\((?:[^()]|\([^()]*\))*\)/g, '] ')
    .replace(/^[ \t]*\[[^\]\n\r\u2028\u2029]+\]:[ \t]*\S.*$/gm, ' ')
    .replace(/[*`~]+/g, '')
}

/** The text of all nodes. Every node that can hold others ends a line, so that words of two paragraphs stay apart. */
function blockText(stored: string): string {
  const parts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each)
    } else if (isObject(node)) {
      if (typeof node.text === 'string') parts.push(node.text)
      visit(node.children)
      if (Array.isArray(node.children) && node.type !== 'link') parts.push('\n')
    }
  }
  try {
    visit(JSON.parse(stored))
  } catch {
    // Not a document: there is nothing to find in it.
  }
  return parts.join('')
}
