/** Reads what is inside of a paragraph, a heading or a cell: text, its marks and pictures. */
import type { SyntaxNode } from '@lezer/common'
import type { DocumentMark, DocumentNode } from '../blocks-document.ts'
import { characterOf, unescaped } from './entities.ts'
import { addressOf } from './inline-text.ts'
import { linesOf, onOneLine } from './plain-lines.ts'
import { Unkept } from './unkept.ts'

type Marks = readonly DocumentMark[]

export interface Span {
  readonly children: readonly SyntaxNode[]
  readonly from: number
  readonly to: number
}

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** `text` is the source, with spaces in place of the marks of quotes. */
export function readInline({ children, from, to }: Span, text: string, outer: Marks = []): readonly DocumentNode[] {
  const result: DocumentNode[] = []
  let at = from
  let marks = outer
  let isAfterBreak = false
  const add = (end: number) => {
    const piece = text.slice(at, end)
    result.push(...textNodes(isAfterBreak ? piece.replace(/^[ \t]+/, '') : piece, marks))
    isAfterBreak = false
  }
  const inside = children.filter(child => child.from >= from && child.to <= to && child.name !== 'QuoteMark')
  for (const [index, child] of inside.entries()) {
    add(child.from)
    if (child.name === 'HTMLTag') marks = marks === outer ? underlined(inside.slice(index), text, outer) : outer
    else result.push(...nodesOf(child, text, marks))
    isAfterBreak = child.name === 'HardBreak'
    at = child.to
  }
  add(to)
  return result
}

/** The one pair of tags that the buttons of the source write. */
function underlined([tag, ...rest]: readonly SyntaxNode[], text: string, outer: Marks): Marks {
  const end = rest.find(({ name }) => name === 'HTMLTag')
  const isPair = slice(tag!, text) === '<u>' && end !== undefined && slice(end, text) === '</u>'
  if (!isPair) throw new Unkept('html')
  return outer.some(({ type }) => type === 'underline') ? [...outer] : [...outer, { type: 'underline' }]
}

/** - `a\nb` gives `a`, a space that is the end of a line, and `b` */
function textNodes(text: string, marks: Marks): readonly DocumentNode[] {
  return linesOf(text).flatMap((line, index) => [
    ...(index === 0 ? [] : [textNode(' ', [...marks, { type: 'softBreak' }])]),
    ...(line === '' ? [] : [textNode(line, marks)]),
  ])
}

function textNode(text: string, marks: Marks): DocumentNode {
  return { type: 'text', text, ...(marks.length === 0 ? {} : { marks }) }
}

const AROUND: Readonly<Record<string, string>> = { Emphasis: 'italic', StrongEmphasis: 'bold', Strikethrough: 'strike' }

function nodesOf(node: SyntaxNode, text: string, marks: Marks): readonly DocumentNode[] {
  const { name } = node
  const around = AROUND[name]
  if (around !== undefined) return marked(node, text, marks, around)
  if (name === 'InlineCode') return [textNode(codeOf(node, text), [...marks, { type: 'code' }])]
  if (name === 'Link') return link(node, text, marks)
  if (name === 'Image') return image(node, text, marks)
  if (name === 'URL' || name === 'Autolink') return address(node, text, marks)
  if (name === 'Escape') return [textNode(slice(node, text).slice(1), marks)]
  if (name === 'Entity') return [entity(slice(node, text), marks)]
  if (name === 'HardBreak') return [hardBreak(slice(node, text), marks)]
  throw new Unkept(name === 'Comment' || name === 'ProcessingInstruction' ? 'html' : 'other')
}

function marked(node: SyntaxNode, text: string, marks: Marks, type: string): readonly DocumentNode[] {
  const from = node.firstChild!.to
  const to = node.lastChild!.from
  const own = { type, ...(type === 'strike' ? {} : { attrs: { delimiter: text.slice(node.from, from) } }) }
  const isTwice = marks.some(mark => mark.type === type)
  return readInline({ children: childrenOf(node), from, to }, text, isTwice ? marks : [...marks, own])
}

function codeOf(node: SyntaxNode, text: string): string {
  const code = onOneLine(text.slice(node.firstChild!.to, node.lastChild!.from))
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return isPadded ? code.slice(1, -1) : code
}

function entity(code: string, marks: Marks): DocumentNode {
  const character = characterOf(code)
  if (character === undefined) throw new Unkept('other')
  return textNode(character, [...marks, { type: 'entity', attrs: { code } }])
}

function hardBreak(source: string, marks: Marks): DocumentNode {
  const isSpaces = !source.startsWith('\\')
  return { type: 'hardBreak', attrs: { isSpaces }, ...(marks.length === 0 ? {} : { marks }) }
}

interface Target {
  /** Of the text in brackets. */
  readonly label: Span
  readonly href: string
  readonly title: string | null
}

/** `undefined` for brackets that are only brackets. */
function targetOf(node: SyntaxNode, text: string): Target | undefined {
  const [open, close, paren] = node.getChildren('LinkMark')
  const label = { children: childrenOf(node), from: open!.to, to: close!.from }
  if (text[label.from] === '^') throw new Unkept('footnotes')
  if (paren === undefined) {
    if (node.getChild('LinkLabel') !== null) throw new Unkept('references')
    return undefined
  }
  const url = node.getChildren('URL').find(({ from }) => from >= paren.to)
  const title = node.getChild('LinkTitle')
  return {
    label,
    href: url === undefined ? '' : unescaped(slice(url, text).replace(/^<(.*)>$/, '$1')),
    title: title === null ? null : unescaped(slice(title, text).slice(1, -1)),
  }
}

function link(node: SyntaxNode, text: string, marks: Marks): readonly DocumentNode[] {
  const target = targetOf(node, text)
  // Brackets as text: what is between them can still be bold.
  const children = childrenOf(node).filter(({ name }) => name !== 'LinkMark')
  if (target === undefined) return readInline({ children, from: node.from, to: node.to }, text, marks)
  const { label, href, title } = target
  if (marks.some(({ type }) => type === 'link')) throw new Unkept('other')
  return readInline(label, text, [...marks, { type: 'link', attrs: { href, title, kind: null } }])
}

function image(node: SyntaxNode, text: string, marks: Marks): readonly DocumentNode[] {
  const target = targetOf(node, text)
  if (target === undefined) throw new Unkept('references')
  const { label, href, title } = target
  const alt = unescaped(onOneLine(text.slice(label.from, label.to)))
  return [{ type: 'image', attrs: { src: href, alt, title }, ...(marks.length === 0 ? {} : { marks }) }]
}

function address(node: SyntaxNode, text: string, marks: Marks): readonly DocumentNode[] {
  const isBare = node.name === 'URL'
  const shown = isBare ? slice(node, text) : slice(node, text).slice(1, -1)
  if (marks.some(({ type }) => type === 'link')) {
    if (!isBare) throw new Unkept('other')
    return [textNode(shown, marks)]
  }
  const attrs = { href: addressOf(shown), title: null, kind: isBare ? 'bare' : 'auto' }
  return [textNode(shown, [...marks, { type: 'link', attrs }])]
}

function slice({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to)
}
