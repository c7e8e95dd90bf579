/** Writes nodes of the editor as Markdown. */
import type { DocumentNode } from '../blocks-document.ts'
import { checkedOf, isEmptyParagraph, withoutEmpty } from './block-shape.ts'
import { writeInline } from './write-inline.ts'

/** Without a line break at the end. */
export function writeBlock(node: DocumentNode, isNested = false): string {
  const { type, attrs = {}, content = [] } = node
  if (type === 'heading') return `${'#'.repeat(attrs.level as number)} ${writeInline(content, 'heading')}`.trimEnd()
  if (type === 'quote') return prefixed(writeBlocks(content), '> ', '> ')
  if (type === 'bulletList' || type === 'orderedList') return writeList(node)
  if (type === 'codeBlock') return writeCode(node)
  if (type === 'horizontalRule') return isNested ? '___' : '---'
  if (type === 'table') return writeTable(content)
  return writeInline(content, 'paragraph')
}

function writeBlocks(nodes: readonly DocumentNode[], isTight = false): string {
  const written = withoutEmpty(nodes)
  return written
    .map((node, index) => {
      const before = written[index - 1]
      const space = before === undefined ? '' : isTight && !needsSpace(before, node) ? '\n' : '\n\n'
      return space + writeBlock(node, true)
    })
    .join('')
}

const LISTS = ['bulletList', 'orderedList']

/** Would the second one become part of the first one without an empty line? */
function needsSpace(first: DocumentNode, second: DocumentNode): boolean {
  const isOpen = ['paragraph', 'quote', 'table', ...LISTS].includes(first.type)
  if (!isOpen) return false
  if (['paragraph', 'table'].includes(second.type)) return true
  return LISTS.includes(second.type) && !(first.type === 'paragraph' && canInterrupt(second))
}

/** A list directly below a line of text: with a first item, and from 1. */
function canInterrupt({ type, attrs = {}, content = [] }: DocumentNode): boolean {
  const isEmpty = isEmptyParagraph(withoutEmpty(content[0]?.content ?? [])[0] ?? { type: 'paragraph' })
  return !isEmpty && (type === 'bulletList' || (attrs.start ?? 1) === 1)
}

function writeList({ type, attrs = {}, content = [] }: DocumentNode): string {
  const isTight = attrs.isLoose !== true
  const start = (attrs.start as number | null | undefined) ?? 1
  const items = content.map((item, index) => {
    const marker = type === 'bulletList' ? (attrs.marker ?? '-') : `${start + index}${attrs.marker ?? '.'}`
    return writeItem(item, `${marker} `, isTight)
  })
  return items.join(isTight ? '\n' : '\n\n')
}

function writeItem(item: DocumentNode, marker: string, isTight: boolean): string {
  const text = writeBlocks(item.content ?? [], isTight)
  const checked = checkedOf(item)
  const body = checked === null ? text.replace(/^\[(?=[ xX]\]\s)/, '\\[') : `[${checked ? 'x' : ' '}] ${text}`
  return prefixed(body, marker, ' '.repeat(marker.length))
}

/** - `prefixed('a\n\nb', '- ', '  ')` gives `- a\n\n  b` */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : rest
      return line === '' ? prefix.trimEnd() : `${prefix}${line}`
    })
    .join('\n')
}

function writeCode({ attrs = {}, content = [] }: DocumentNode): string {
  const text = content.map(child => child.text ?? '').join('')
  const language = (attrs.language as string | null | undefined) ?? ''
  const own = (attrs.fence as string | null | undefined) ?? '```'
  const letter = language.includes('`') ? '~' : own[0]!
  const longest = Math.max(0, ...(text.match(letter === '`' ? /`+/g : /~+/g) ?? []).map(run => run.length))
  const fence = letter.repeat(Math.max(own.length, longest + 1, 3))
  return [`${fence}${language}`, ...(text === '' ? [] : [text]), fence].join('\n')
}

const DASHES: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:' }

function writeTable(rows: readonly DocumentNode[]): string {
  const [head, ...body] = rows.map(row => (row.content ?? []).map(cell => writeInline(cell.content ?? [], 'tableCell')))
  const dashes = (rows[0]?.content ?? []).map(cell => DASHES[String(cell.attrs?.align)] ?? '---')
  return [head ?? [], dashes, ...body].map(rowOf).join('\n')
}

function rowOf(cells: readonly string[]): string {
  return `|${cells.map(cell => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
}
