/** Writes text, its marks and its pictures as Markdown, with as few backslashes as say the same. */
import type { DocumentMark, DocumentNode } from '../blocks-document.ts'
import { characterOf } from './entities.ts'
import { isBareLink, isSoftBreak, markOf, shapeOfText, tidy, withWholeCode } from './inline-text.ts'
import { onOneLine as lineOf } from './plain-lines.ts'
import { readBlocks } from './read-blocks.ts'

export type TextPlace = 'paragraph' | 'heading' | 'tableCell'

/** How carefully it is written. Each way is tried in turn until the text reads as it was meant. */
interface Way {
  readonly escapes: 'nothing' | 'some' | 'all'
  /** `undefined`: as they were. */
  readonly bold?: string
  readonly italic?: string
  /** Letters beside bold and italic words are written as numbers, where Markdown would not see the marks. */
  readonly isNumbered?: boolean
}

const WAYS: readonly Way[] = [
  { escapes: 'nothing' },
  { escapes: 'nothing', bold: '**', italic: '*' },
  { escapes: 'some' },
  { escapes: 'some', bold: '**', italic: '*' },
  { escapes: 'some', bold: '**', italic: '_' },
  { escapes: 'some', bold: '**', italic: '*', isNumbered: true },
  { escapes: 'all', bold: '**', italic: '*', isNumbered: true },
  { escapes: 'all', bold: '**', italic: '_', isNumbered: true },
]

export function writeInline(nodes: readonly DocumentNode[], place: TextPlace): string {
  const content = withWholeCode(tidy(place === 'paragraph' ? nodes : onOneLine(nodes)))
  if (content.length === 0) return ''
  if (isPlain(content)) return content[0]!.text!
  const meant = shapeOfText(content)
  let text = ''
  for (const way of WAYS) {
    text = written(content, way, place)
    if (shapeOfWritten(text, place) === meant) return text
  }
  return text
}

/** Words in which nothing can be a sign of Markdown. */
function isPlain([node, ...more]: readonly DocumentNode[]): boolean {
  const isText = more.length === 0 && node!.type === 'text' && (node!.marks ?? []).length === 0
  return isText && /^\p{L}[\p{L}\p{N} ,.:;?%'’“”–—/()-]*$/u.test(node!.text!)
}

function onOneLine(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  return nodes.map(node => {
    if (node.type !== 'hardBreak' && !isSoftBreak(node)) return node
    const marks = (node.marks ?? []).filter(({ type }) => type !== 'softBreak')
    return { type: 'text', text: ' ', marks }
  })
}

/** `undefined` if it reads as something else than one text. */
function shapeOfWritten(text: string, place: TextPlace): string | undefined {
  const around = { paragraph: text, heading: `# ${text}`, tableCell: `| ${text} |\n| --- |` }
  try {
    const [block, ...more] = readBlocks(around[place])
    const node = place === 'tableCell' ? block?.node.content?.[0]?.content?.[0] : block?.node
    return more.length === 0 && node?.type === place ? shapeOfText(node.content ?? []) : undefined
  } catch {
    return undefined
  }
}

function written(nodes: readonly DocumentNode[], way: Way, place: TextPlace): string {
  const text = joined(partsOf(nodes, [], way, place), way)
  return way.escapes === 'nothing' || place !== 'paragraph' ? text : text.split('\n').map(escapedStart).join('\n')
}

/** What would begin a heading, a quote, a list or a line at the beginning of a line. */
function escapedStart(line: string): string {
  const text = line.trimStart()
  const space = line.slice(0, line.length - text.length)
  if (/^([#>+=|-]|\*(\s|$)|~~~)/.test(text)) return `${space}\\${text}`
  const digits = /^\d+[.)]/.exec(text)?.[0].slice(0, -1)
  return digits === undefined ? line : `${space}${digits}\\${text.slice(digits.length)}`
}

type Part = { readonly text: string; readonly isMark?: boolean }

/** Marks around the longest stretch come first. */
function partsOf(nodes: readonly DocumentNode[], open: readonly string[], way: Way, place: TextPlace): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < nodes.length; ) {
    const stretch = longest(nodes, at, open)
    if (stretch === undefined) {
      parts.push({ text: plain(nodes[at]!, way, place) })
      at += 1
      continue
    }
    const inner = nodes.slice(at, stretch.end)
    parts.push(...around(stretch.mark, inner, [...open, stretch.mark.type], way, place))
    at = stretch.end
  }
  return parts
}

const ORDER = ['link', 'underline', 'bold', 'italic', 'strike']

function longest(nodes: readonly DocumentNode[], from: number, open: readonly string[]) {
  let found: { readonly mark: DocumentMark; readonly end: number } | undefined
  for (const type of ORDER) {
    const mark = open.includes(type) ? undefined : markOf(nodes[from]!, type)
    if (mark === undefined || (type === 'link' && isBareLink(nodes[from]!))) continue
    let end = from + 1
    while (end < nodes.length && isSame(mark, markOf(nodes[end]!, type))) end += 1
    if (found === undefined || end > found.end) found = { mark, end }
  }
  return found
}

function isSame(mark: DocumentMark, other: DocumentMark | undefined): boolean {
  if (other === undefined || mark.type !== 'link') return other !== undefined
  const { attrs = {} } = mark
  return other.attrs?.href === attrs.href && (other.attrs?.title ?? null) === (attrs.title ?? null)
}

function around(
  mark: DocumentMark,
  inner: readonly DocumentNode[],
  open: readonly string[],
  way: Way,
  place: TextPlace,
): readonly Part[] {
  if (mark.type === 'link') return linkParts(mark, inner, open, way, place)
  if (mark.type === 'underline') return [{ text: '<u>' }, ...partsOf(inner, open, way, place), { text: '</u>' }]
  const [before, words, after] = withoutOuterSpace(inner)
  if (words.length === 0) return partsOf(inner, open, way, place)
  const delimiter = { text: delimiterOf(mark, way), isMark: true }
  const parts = [delimiter, ...partsOf(words, open, way, place), delimiter]
  return [...partsOf(before, open, way, place), ...parts, ...partsOf(after, open, way, place)]
}

function delimiterOf({ type, attrs }: DocumentMark, way: Way): string {
  const own = attrs?.delimiter as string | null | undefined
  if (type === 'bold') return way.bold ?? own ?? '**'
  return type === 'italic' ? (way.italic ?? own ?? '_') : '~~'
}

/** Spaces beside bold words are not bold. */
function withoutOuterSpace(nodes: readonly DocumentNode[]) {
  const isSpace = (node: DocumentNode) =>
    node.type === 'hardBreak' ||
    (node.type === 'text' && markOf(node, 'code') === undefined && /^\s+$/.test(node.text!))
  const split = nodes.flatMap(node => {
    if (node.type !== 'text' || markOf(node, 'code') !== undefined) return [node]
    const text = node.text!
    const [start, words] = [text.slice(0, text.length - text.trimStart().length), text.trim()]
    const parts = words === '' ? [text] : [start, words, text.slice(start.length + words.length)]
    return parts.filter(part => part !== '').map(part => ({ ...node, text: part }))
  })
  const first = split.findIndex(node => !isSpace(node))
  if (first === -1) return [split, [], []] as const
  const last = split.findLastIndex(node => !isSpace(node))
  return [split.slice(0, first), split.slice(first, last + 1), split.slice(last + 1)] as const
}

function linkParts(
  { attrs = {} }: DocumentMark,
  inner: readonly DocumentNode[],
  open: readonly string[],
  way: Way,
  place: TextPlace,
): readonly Part[] {
  const { href, title, kind } = attrs as { href: string | null; title?: string | null; kind?: string | null }
  const [only] = inner
  if (kind === 'auto' && inner.length === 1 && (href === only!.text || href === `mailto:${only!.text}`))
    return [{ text: `<${only!.text}>` }]
  return [
    { text: '[' },
    ...partsOf(inner, open, way, place),
    { text: `](${target(href ?? '', title ?? null, place)})` },
  ]
}

function plain(node: DocumentNode, way: Way, place: TextPlace): string {
  if (node.type === 'hardBreak') return node.attrs?.isSpaces === true ? '  \n' : '\\\n'
  if (node.type === 'image') return picture(node, place)
  if (isSoftBreak(node)) return '\n'
  const text = node.text ?? ''
  if (markOf(node, 'code') !== undefined) return codeSpan(text, place)
  const code = markOf(node, 'entity')?.attrs?.code
  if (typeof code === 'string' && characterOf(code) === text) return code
  return place === 'tableCell' ? escaped(text, way).replace(/(?<!\\)\|/g, '\\|') : escaped(text, way)
}

function escaped(text: string, { escapes }: Way): string {
  if (escapes === 'nothing') return text
  if (escapes === 'all') return text.replace(/[\\*_~[\]<>&#|!]/g, '\\$&').replace(/`/g, number)
  return text.replace(/[\\`[\]~*_<&!#]/g, (mark, at: number) => {
    return isSign(mark, text[at - 1] ?? '', text.slice(at + 1)) ? `\\${mark}` : mark
  })
}

/** Can it mean something here? */
function isSign(mark: string, before: string, rest: string): boolean {
  const after = rest[0] ?? ''
  const isWord = (character: string) => /^[\p{L}\p{N}]/u.test(character)
  if (mark === '\\') return /^([!-/:-@[-`{-~]|$)/.test(after)
  if (mark === '*') return after !== ' '
  if (mark === '_') return !isWord(before) || !isWord(after)
  if (mark === '<') return /[A-Za-z/!?]/.test(after)
  if (mark === '&') return beginsEntity(rest)
  if (mark === '!') return after === '[' || after === ''
  return mark === '#' ? rest.replaceAll('#', '') === '' : true
}

function beginsEntity(text: string): boolean {
  return /^#?\w{1,31};/.test(text)
}

function withoutEntities(text: string): string {
  return text.replace(/&/g, (mark, at: number) => (beginsEntity(text.slice(at + 1, at + 35)) ? '\\&' : mark))
}

function codeSpan(text: string, place: TextPlace): string {
  const runs = text.match(/`+/g) ?? []
  let length = 1
  while (runs.some(run => run.length === length)) length += 1
  const fence = '`'.repeat(length)
  const needsSpace = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  const code = place === 'tableCell' ? text.replace(/\|/g, '\\|') : text
  return needsSpace ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

function picture({ attrs = {} }: DocumentNode, place: TextPlace): string {
  const { src, alt, title } = attrs as { src?: string | null; alt?: string | null; title?: string | null }
  const said = withoutEntities(lineOf(alt ?? '').replace(/[\\[\]`]/g, '\\$&'))
  return `![${place === 'tableCell' ? said.replace(/\|/g, '\\|') : said}](${target(src ?? '', title ?? null, place)})`
}

/** An address and what is shown over it. */
function target(href: string, title: string | null, place: TextPlace): string {
  const line = href
    .split('\n')
    .map(part => part.trim())
    .join('')
  const address = withoutEntities(line.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\'))
  const isSimple = address !== '' && !/[\s<>()]/.test(address)
  const shown = isSimple || (address === '' && title === null) ? address : `<${address.replace(/[<>]/g, '\\$&')}>`
  const said = title === null ? '' : ` "${withoutEntities(lineOf(title).replace(/["\\]/g, '\\$&'))}"`
  const whole = `${shown}${said}`
  return place === 'tableCell' ? whole.replace(/\|/g, '\\|') : whole
}

function joined(parts: readonly Part[], { isNumbered = false }: Way): string {
  if (!isNumbered) return parts.map(({ text }) => text).join('')
  return parts
    .map(({ text, isMark }, index) => {
      if (isMark) return text
      const atStart = parts[index - 1]?.isMark ? text.replace(/^[\p{L}\p{N}]/u, number) : text
      return parts[index + 1]?.isMark ? atStart.replace(/[\p{L}\p{N}]$/u, number) : atStart
    })
    .join('')
}

function number(letter: string): string {
  return `&#${letter.codePointAt(0)};`
}
