/** Shows markdown as elements of the page. Nothing in the text becomes HTML, so nothing in it can run. */
import type { SyntaxNode } from '@lezer/common'
import { createElement, Fragment, type ReactNode } from 'react'
import { markdownParser } from './markdown-language.ts'
import styles from './prose.module.css'

export function MarkdownView({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const tree = markdownParser.parse(text)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.prose} aria-label={label} tabIndex={0}>
      {childrenOf(tree.topNode, text)}
    </section>
  )
}

const ELEMENTS: Readonly<Record<string, string>> = {
  Paragraph: 'p',
  ATXHeading1: 'h3',
  SetextHeading1: 'h3',
  ATXHeading2: 'h4',
  SetextHeading2: 'h4',
  ATXHeading3: 'h5',
  ATXHeading4: 'h6',
  ATXHeading5: 'h6',
  ATXHeading6: 'h6',
  Blockquote: 'blockquote',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  StrongEmphasis: 'strong',
  Emphasis: 'em',
  Strikethrough: 's',
  InlineCode: 'code',
  HorizontalRule: 'hr',
  HardBreak: 'br',
  Table: 'table',
  TableHeader: 'tr',
  TableRow: 'tr',
  TableCell: 'td',
}

const HIDDEN = new Set([
  'HeaderMark',
  'EmphasisMark',
  'StrikethroughMark',
  'CodeMark',
  'QuoteMark',
  'ListMark',
  'LinkMark',
  'CodeInfo',
  'TableDelimiter',
  'LinkReference',
])

function render(node: SyntaxNode, text: string): ReactNode {
  const { name } = node
  if (HIDDEN.has(name)) return null
  if (name === 'Link') return link(node, text)
  if (name === 'Image') return image(node, text)
  if (name === 'URL' || name === 'Autolink') return anchor(slice(node, text).replace(/^<|>$/g, ''), slice(node, text))
  if (name === 'FencedCode' || name === 'CodeBlock') return <pre key={node.from}>{codeOf(node, text)}</pre>
  if (name === 'Escape') return slice(node, text).slice(1)
  const element = ELEMENTS[name]
  if (element === 'br' || element === 'hr') return createElement(element, { key: node.from })
  if (element !== undefined) return createElement(element, { key: node.from }, childrenOf(node, text))
  return <Fragment key={node.from}>{childrenOf(node, text)}</Fragment>
}

/** The nodes inside, and the text between them. */
function childrenOf(node: SyntaxNode, text: string): ReactNode {
  const result: ReactNode[] = []
  let at = node.from
  const isBlock = ['Document', 'BulletList', 'OrderedList', 'Table', 'TableHeader', 'TableRow', 'Blockquote'].includes(
    node.name,
  )
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.from > at && !isBlock) result.push(text.slice(at, child.from))
    result.push(render(child, text))
    at = child.to
  }
  if (at < node.to && !isBlock) result.push(text.slice(at, node.to))
  return trimmed(result)
}

function trimmed(parts: readonly ReactNode[]): ReactNode {
  const first = parts.findIndex(part => part !== null)
  return parts.map((part, index) => {
    const content = typeof part === 'string' && index === first ? part.replace(/^[ \t]+/, '') : part
    // biome-ignore lint/suspicious/noArrayIndexKey: the whole preview is drawn anew for every text
    return <Fragment key={index}>{content}</Fragment>
  })
}

function link(node: SyntaxNode, text: string): ReactNode {
  const url = node.getChild('URL')
  const marks = node.getChildren('LinkMark')
  const label = marks.length > 1 ? text.slice(marks[0]!.to, marks[1]!.from) : slice(node, text)
  return anchor(url === null ? '' : slice(url, text), label)
}

function image(node: SyntaxNode, text: string): ReactNode {
  const url = node.getChild('URL')
  const marks = node.getChildren('LinkMark')
  const label = marks.length > 1 ? text.slice(marks[0]!.to, marks[1]!.from) : ''
  const source = url === null ? '' : slice(url, text)
  const isOwn = source.startsWith('/') && !source.startsWith('//')
  return isOwn ? <img key={node.from} src={source} alt={label} /> : anchor(source, label || source)
}

function anchor(href: string, label: string): ReactNode {
  if (!/^(https?:|mailto:|\/|#)/i.test(href)) return label
  return (
    <a key={href} href={href} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  )
}

function codeOf(node: SyntaxNode, text: string): string {
  return node
    .getChildren('CodeText')
    .map(child => slice(child, text))
    .join('')
}

function slice({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to)
}
