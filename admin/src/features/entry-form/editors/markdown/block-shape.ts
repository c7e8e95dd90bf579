/** A block in a form in which two blocks that say the same are the same, however they were written. */
import type { DocumentNode } from '../blocks-document.ts'
import { runsOf, tidy } from './inline-text.ts'

/** What of the attributes can be seen in the page. How it is written, such as the kind of a fence, is no part of it. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  codeBlock: ['language'],
  orderedList: ['start'],
  tableCell: ['align'],
}

const WITH_TEXT = new Set(['paragraph', 'heading', 'tableCell'])

/** Nodes that nobody changed are the same objects with every key that is pressed. */
const known = new WeakMap<DocumentNode, string>()

export function shapeOfBlock(node: DocumentNode): string {
  const shape = known.get(node) ?? JSON.stringify(partsOf(node))
  known.set(node, shape)
  return shape
}

/** A copy of a block that says the same. */
export function likeBlock(copy: DocumentNode, node: DocumentNode): DocumentNode {
  known.set(copy, shapeOfBlock(node))
  return copy
}

function partsOf({ type, attrs = {}, content = [] }: DocumentNode): readonly unknown[] {
  const seen = (SEEN[type] ?? []).map(name => attrs[name] ?? null)
  if (WITH_TEXT.has(type)) return [type, ...seen, runsOf(content)]
  if (type === 'listItem') seen.push(checkedOf({ type, attrs, content }))
  if (type === 'codeBlock') return [type, ...seen, content.map(({ text }) => text).join('')]
  return [type, ...seen, ...withoutEmpty(content).map(partsOf)]
}

/** Markdown has no empty paragraphs, except one where nothing else is. */
export function withoutEmpty(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const full = nodes.filter(node => !isEmptyParagraph(node))
  return full.length === 0 ? nodes.slice(0, 1) : full
}

/** The same for a block of the document itself. */
export function isEmptyBlock(node: DocumentNode): boolean {
  return node.type === 'paragraph' && shapeOfBlock(node) === EMPTY
}

const EMPTY = shapeOfBlock({ type: 'paragraph' })

export function isEmptyParagraph({ type, content = [] }: DocumentNode): boolean {
  return type === 'paragraph' && (content.length === 0 || tidy(content).length === 0)
}

/** `null` for an item that is no task. A task has a text. */
export function checkedOf({ attrs = {}, content = [] }: DocumentNode): boolean | null {
  const [first] = withoutEmpty(content)
  const hasText = first?.type === 'paragraph' && !isEmptyParagraph(first)
  return hasText ? ((attrs.checked as boolean | null | undefined) ?? null) : null
}
