/**
 * Markdown as a document of the editor, and back. A block that was not changed keeps its bytes, and so does the space between two of
 * them: a change of one paragraph changes that paragraph and nothing else.
 */
import type { DocumentNode } from '../blocks-document.ts'
import { isEmptyBlock, likeBlock, shapeOfBlock } from './block-shape.ts'
import { type ReadBlock, readBlocks } from './read-blocks.ts'
import { Unkept, type UnkeptReason } from './unkept.ts'
import { writeBlock } from './write-blocks.ts'

/** A text as it was opened. */
export interface OpenedText {
  readonly text: string
  readonly blocks: readonly OpenedBlock[]
  /** Empty lines before the first block and after the last one. */
  readonly before: string
  readonly after: string
  readonly lineEnd: '\n' | '\r\n'
}

interface OpenedBlock {
  readonly text: string
  readonly shape: string
  /** Empty lines up to the next block. */
  readonly gap: string
  readonly isOpen: boolean
}

/** Where a node comes from; part of its attributes. */
interface Source {
  readonly opened: OpenedText
  readonly index: number
  /** The clipboard gets attributes as JSON, and must not get the whole text with one item of a list. */
  readonly toJSON: () => null
}

export type OpenResult =
  | {
      readonly document: DocumentNode
      readonly opened: OpenedText
      /** Blocks of which it is not known yet whether they can be written anew: see `isWritable`. */
      readonly unchecked: readonly DocumentNode[]
    }
  | { readonly reason: UnkeptReason }

const NOTHING: readonly DocumentNode[] = [{ type: 'paragraph' }]

export function openMarkdown(text: string): OpenResult {
  const lineEnd = /\r/.test(text) ? '\r\n' : '\n'
  const lines = text.replace(/\r\n/g, '\n')
  if (lines.includes('\r') || lines.replace(/\n/g, lineEnd) !== text) return { reason: 'other' }
  try {
    const read = readBlocks(lines)
    const opened = openedText(lines, read, lineEnd)
    const content = read.map(({ node }, index) =>
      likeBlock({ ...node, attrs: { ...node.attrs, source: sourceOf(opened, index) } }, node),
    )
    const document = { type: 'doc', content: content.length === 0 ? NOTHING : content }
    return markdownOf(document, opened) === text
      ? { document, opened, unchecked: read.filter(isUnchecked).map(({ node }) => node) }
      : { reason: 'other' }
  } catch (error) {
    if (error instanceof Unkept) return { reason: error.reason }
    throw error
  }
}

const toJSON = () => null

function sourceOf(opened: OpenedText, index: number): Source {
  return { opened, index, toJSON }
}

/** Texts are looked at when they are written. */
function isUnchecked({ node }: ReadBlock): boolean {
  return node.type !== 'paragraph' && node.type !== 'heading'
}

/** Would it still be the same if it had to be written anew? Takes longer than to read it, so it is asked after a text is shown. */
export function isWritable(node: DocumentNode): boolean {
  try {
    const [again, ...more] = readBlocks(writeBlock(node))
    return again !== undefined && more.length === 0 && shapeOfBlock(again.node) === shapeOfBlock(node)
  } catch (error) {
    if (error instanceof Unkept) return false
    throw error
  }
}

function openedText(text: string, read: readonly ReadBlock[], lineEnd: OpenedText['lineEnd']): OpenedText {
  const blocks = read.map(({ node, from, to, isOpen }, index) => ({
    text: text.slice(from, to),
    shape: shapeOfBlock(node),
    gap: text.slice(to, read[index + 1]?.from ?? to),
    isOpen,
  }))
  const before = text.slice(0, read[0]?.from ?? 0)
  return { text, blocks, before, after: text.slice(read.at(-1)?.to ?? 0), lineEnd }
}

interface WrittenBlock {
  readonly node: DocumentNode
  readonly text: string
  readonly source: Source | undefined
  readonly isKept: boolean
}

/** The text of a document; `opened` is what it was before the first change. */
export function markdownOf({ content = [] }: DocumentNode, opened: OpenedText): string {
  const nodes = content.filter(node => !isEmptyBlock(node))
  if (nodes.length === 0) return opened.blocks.length === 0 ? inLines(opened.text, opened) : ''
  const written: WrittenBlock[] = []
  for (const node of nodes) written.push(writtenBlock(node, written.at(-1), node === nodes.at(-1)))
  const body = written.map((block, index) => gapBefore(written[index - 1], block) + block.text).join('')
  return inLines(opened.before + body + opened.after, opened)
}

function inLines(text: string, { lineEnd }: OpenedText): string {
  return lineEnd === '\n' ? text : text.replace(/\n/g, lineEnd)
}

function writtenBlock(node: DocumentNode, before: WrittenBlock | undefined, isLast: boolean): WrittenBlock {
  const source = node.attrs?.source as Source | null | undefined
  const block = source?.opened.blocks[source.index]
  if (!source || block === undefined || block.shape !== shapeOfBlock(node))
    return { node, text: writeBlock(node), source: source ?? undefined, isKept: false }
  const isNeighbour = before?.isKept === true && isNext(before.source, source)
  // What begins with spaces could become part of a list before it.
  const isSwallowed = /^[ \t]/.test(block.text) && before?.node.type.endsWith('List') === true && !isNeighbour
  const isKept = !isSwallowed && (isLast || !block.isOpen)
  return { node, text: isKept ? block.text : writeBlock(node), source, isKept }
}

function isNext(first: Source | undefined, second: Source | undefined): boolean {
  return first !== undefined && first.opened === second?.opened && first.index + 1 === second.index
}

function gapBefore(before: WrittenBlock | undefined, block: WrittenBlock): string {
  if (before === undefined) return ''
  if (!isNext(before.source, block.source)) return '\n\n'
  const { gap } = before.source!.opened.blocks[before.source!.index]!
  if ((before.isKept && block.isKept) || /\n[ \t]*\n/.test(gap)) return gap
  return areApart(before, block, gap) ? gap : '\n\n'
}

/** Do two blocks stay what they are with this little space between them? */
function areApart(first: WrittenBlock, second: WrittenBlock, gap: string): boolean {
  try {
    const read = readBlocks(first.text + gap + second.text)
    const shapes = [first.node, second.node].map(shapeOfBlock)
    return read.length === 2 && read.every(({ node }, index) => shapeOfBlock(node) === shapes[index])
  } catch {
    return false
  }
}
