/** Reads Markdown into nodes of the editor. What has no node is no mistake of the text: it is thrown as `Unkept`. */
import type { SyntaxNode } from '@lezer/common'
import { markdownParser } from '../../../../ui/editors/markdown-language.ts'
import type { DocumentNode } from '../blocks-document.ts'
import { childrenOf, readInline } from './read-inline.ts'
import { readTable } from './read-table.ts'
import { Unkept } from './unkept.ts'

export interface ReadBlock {
  readonly node: DocumentNode
  /** Of its whole lines in the source. */
  readonly from: number
  readonly to: number
  /** Its last line does not end it: whatever comes after it would become part of it. */
  readonly isOpen: boolean
}

export function readBlocks(source: string): readonly ReadBlock[] {
  const tree = markdownParser.parse(source)
  const text = withoutQuoteMarks(source, tree.topNode)
  return childrenOf(tree.topNode).map(node => {
    const lineEnd = source.indexOf('\n', node.to)
    // Code without an end reaches to the end of the text, with its last line break.
    const isOpen = node.name === 'FencedCode' && node.getChildren('CodeMark').length < 2
    return {
      node: readBlock(node, text),
      from: source.lastIndexOf('\n', node.from - 1) + 1,
      to: isOpen || lineEnd === -1 ? source.length : lineEnd,
      isOpen,
    }
  })
}

/** With spaces instead, so that all places stay the same. */
function withoutQuoteMarks(source: string, top: SyntaxNode): string {
  const parts: string[] = []
  let at = 0
  top.cursor().iterate(({ name, from, to }) => {
    if (name !== 'QuoteMark') return
    parts.push(source.slice(at, from), ' '.repeat(to - from))
    at = to
  })
  return parts.join('') + source.slice(at)
}

function readBlock(node: SyntaxNode, text: string): DocumentNode {
  const { name } = node
  if (name === 'Paragraph') return textBlock('paragraph', {}, node, text, node.from, node.to)
  if (/^(ATX|Setext)Heading/.test(name)) return heading(node, text)
  if (name === 'Blockquote') return { type: 'quote', content: blocksIn(node, text) }
  if (name === 'BulletList' || name === 'OrderedList') return list(node, text)
  if (name === 'FencedCode' || name === 'CodeBlock') return code(node, text)
  if (name === 'HorizontalRule') return { type: 'horizontalRule' }
  if (name === 'Table') return readTable(node, text)
  if (name === 'LinkReference') throw new Unkept(text[node.from + 1] === '^' ? 'footnotes' : 'references')
  throw new Unkept(/^(HTML|Comment|ProcessingInstruction)/.test(name) ? 'html' : 'other')
}

function textBlock(
  type: string,
  attrs: Readonly<Record<string, unknown>>,
  node: SyntaxNode,
  text: string,
  from: number,
  to: number,
): DocumentNode {
  const inner = text.slice(from, to)
  const start = from + /^\s*/.exec(inner)![0].length
  let end = to
  while (end > start && ' \t\n'.includes(text[end - 1]!)) end -= 1
  const content = readInline({ children: childrenOf(node), from: start, to: end }, text)
  return {
    type,
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(content.length === 0 ? {} : { content }),
  }
}

function heading(node: SyntaxNode, text: string): DocumentNode {
  const level = Number(node.name.at(-1))
  const marks = node.getChildren('HeaderMark')
  if (node.name.startsWith('Setext')) return textBlock('heading', { level }, node, text, node.from, marks[0]!.from)
  return textBlock('heading', { level }, node, text, marks[0]!.to, marks[1]?.from ?? node.to)
}

function blocksIn(node: SyntaxNode, text: string): readonly DocumentNode[] {
  const marks = ['QuoteMark', 'ListMark']
  const content = childrenOf(node).filter(({ name }) => !marks.includes(name))
  return content.length === 0 ? [{ type: 'paragraph' }] : content.map(child => readBlock(child, text))
}

function list(node: SyntaxNode, text: string): DocumentNode {
  const items = node.getChildren('ListItem')
  const mark = items[0]!.getChild('ListMark')!
  const marker = text.slice(mark.from, mark.to)
  const attrs = { marker: marker.at(-1)!, isLoose: isLoose(items, text) }
  const content = items.map(item => listItem(item, text))
  if (node.name === 'BulletList') return { type: 'bulletList', attrs, content }
  return { type: 'orderedList', attrs: { ...attrs, start: Number.parseInt(marker, 10) }, content }
}

function listItem(item: SyntaxNode, text: string): DocumentNode {
  const task = item.getChild('Task')
  if (task === null) return { type: 'listItem', attrs: { checked: null }, content: blocksIn(item, text) }
  const mark = task.getChild('TaskMarker')!
  const first = textBlock('paragraph', {}, task, text, mark.to, task.to)
  const rest = childrenOf(item).filter(({ name, from }) => from > task.from && name !== 'QuoteMark')
  return {
    type: 'listItem',
    attrs: { checked: text[mark.from + 1] !== ' ' },
    content: [first, ...rest.map(child => readBlock(child, text))],
  }
}

/** Are there empty lines between its items, or between the blocks of one of them? */
function isLoose(items: readonly SyntaxNode[], text: string): boolean {
  const hasEmptyLine = (nodes: readonly SyntaxNode[]) =>
    nodes.some((node, index) => index > 0 && /\n[ \t]*\n/.test(text.slice(nodes[index - 1]!.to, node.from)))
  return (
    hasEmptyLine(items) || items.some(item => hasEmptyLine(childrenOf(item).filter(({ name }) => name !== 'QuoteMark')))
  )
}

function code(node: SyntaxNode, text: string): DocumentNode {
  const info = node.getChild('CodeInfo')
  const fence = node.getChild('CodeMark')
  const content = node
    .getChildren('CodeText')
    .map(({ from, to }) => text.slice(from, to))
    .join('')
  return {
    type: 'codeBlock',
    attrs: {
      language: info === null ? null : text.slice(info.from, info.to),
      fence: fence === null ? null : text.slice(fence.from, fence.to),
    },
    ...(content === '' ? {} : { content: [{ type: 'text', text: content }] }),
  }
}
