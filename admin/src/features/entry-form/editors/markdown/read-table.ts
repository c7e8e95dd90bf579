/** Reads a table: as many cells in each row as the first one has. */
import type { SyntaxNode } from '@lezer/common'
import type { DocumentNode } from '../blocks-document.ts'
import { childrenOf, readInline } from './read-inline.ts'
import { Unkept } from './unkept.ts'

type Align = 'left' | 'right' | 'center' | null

export function readTable(node: SyntaxNode, text: string): DocumentNode {
  const line = text.slice(node.getChild('TableDelimiter')!.from, node.getChild('TableDelimiter')!.to)
  const aligns = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(alignOf)
  const rows = [node.getChild('TableHeader')!, ...node.getChildren('TableRow')]
  return { type: 'table', content: rows.map(row => ({ type: 'tableRow', content: cellsOf(row, text, aligns) })) }
}

function alignOf(dashes: string): Align {
  const [starts, ends] = [/^\s*:/.test(dashes), /:\s*$/.test(dashes)]
  if (starts && ends) return 'center'
  return ends ? 'right' : starts ? 'left' : null
}

function cellsOf(row: SyntaxNode, text: string, aligns: readonly Align[]): readonly DocumentNode[] {
  const cells = places(row, text)
  // More cells than the table has columns are shown nowhere.
  if (cells.length > aligns.length) throw new Unkept('other')
  return aligns.map((align, index) => {
    const cell = cells[index]
    const content =
      cell == null ? [] : readInline({ children: childrenOf(cell), from: cell.from, to: cell.to }, text).map(withPipes)
    return { type: 'tableCell', attrs: { align }, ...(content.length === 0 ? {} : { content }) }
  })
}

/** Empty cells have no node of their own: they are what lies between two lines without one. */
function places(row: SyntaxNode, text: string): readonly (SyntaxNode | null)[] {
  const result: (SyntaxNode | null)[] = []
  let cell: SyntaxNode | null = null
  const children = childrenOf(row).filter(({ name }) => name !== 'QuoteMark')
  for (const [index, child] of children.entries()) {
    if (child.name === 'TableCell') cell = child
    else if (index > 0 || text.slice(row.from, child.from).trim() !== '') {
      result.push(cell)
      cell = null
    }
  }
  return cell === null ? result : [...result, cell]
}

/** In a table, code has a backslash before its lines. */
function withPipes(node: DocumentNode): DocumentNode {
  const isCode = node.marks?.some(({ type }) => type === 'code') === true
  return isCode ? { ...node, text: node.text!.replace(/\\\|/g, '|') } : node
}
