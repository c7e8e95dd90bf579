/** Text with its marks, in a form in which two texts that look the same are the same. */
import type { DocumentMark, DocumentNode } from '../blocks-document.ts'
import { cutEnd } from './plain-lines.ts'

const MARKS = ['bold', 'italic', 'strike', 'underline', 'code', 'link']

/** Marks that Markdown writes around words only, never around the spaces beside them. */
const WORD_MARKS = new Set(['bold', 'italic', 'strike'])

export function markOf(node: DocumentNode, type: string): DocumentMark | undefined {
  return node.marks?.find(mark => mark.type === type)
}

/** A line of the source ends here, which readers see as a space. */
export function isSoftBreak(node: DocumentNode): boolean {
  return node.text === ' ' && markOf(node, 'softBreak') !== undefined
}

export function addressOf(text: string): string {
  if (/^www\./i.test(text)) return `http://${text}`
  return /^[\w.+-]+@/.test(text) ? `mailto:${text}` : text
}

/** An address in the text, which is a link without any brackets. */
export function isBareLink(node: DocumentNode): boolean {
  const link = markOf(node, 'link')
  return link?.attrs?.kind === 'bare' && node.text !== undefined && link.attrs.href === addressOf(node.text)
}

/** With code in one piece where nothing is between its pieces. */
export function withWholeCode(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const result: DocumentNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    const isMore = last !== undefined && isCode(last) && isCode(node) && marksKey(last) === marksKey(node)
    if (isMore) result[result.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else result.push(node)
  }
  return result
}

function isCode(node: DocumentNode): boolean {
  return node.type === 'text' && markOf(node, 'code') !== undefined
}

function marksKey(node: DocumentNode): string {
  return shapeOf(seenMarks(node))
}

/** Without what no Markdown can hold: spaces at the beginning and at the end of a line, and empty lines around the text. */
export function tidy(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const started = trimmedFrom(nodes, text => text.replace(/^[ \t]+/, ''))
  return trimmedFrom([...started].reverse(), cutEnd).reverse()
}

function trimmedFrom(nodes: readonly DocumentNode[], trim: (text: string) => string): DocumentNode[] {
  const result: DocumentNode[] = []
  let isEdge = true
  for (const node of nodes) {
    const isBreak = node.type === 'hardBreak' || isSoftBreak(node)
    if (isBreak && result.length === 0) continue
    const isSpace = node.type === 'text' && !isBreak && markOf(node, 'code') === undefined
    const text = isEdge && isSpace ? trim(node.text!) : node.text
    if (text === '') continue
    // Of two breaks of lines, where one is only one of the source, the other one counts.
    if (isSoftBreak(node) && isEdge) continue
    result.push(text === node.text ? node : { ...node, text: text! })
    isEdge = isBreak
  }
  return result
}

/** Equal for texts that say the same. */
export function shapeOfText(nodes: readonly DocumentNode[]): string {
  return JSON.stringify(runsOf(nodes))
}

/** Stretches of text with the same marks, which are named. */
export function runsOf(nodes: readonly DocumentNode[]): readonly (readonly [text: string, marks: string])[] {
  const runs: [text: string, marks: string][] = []
  for (const node of tidy(nodes)) {
    for (const [text, marks] of runsIn(node)) {
      const last = runs.at(-1)
      if (last !== undefined && last[1] === marks) last[0] += text
      else runs.push([text, marks])
    }
  }
  return runs
}

function runsIn(node: DocumentNode): readonly (readonly [string, string])[] {
  const all = seenMarks(node)
  if (node.type === 'hardBreak') return [['\n', shapeOf(wordless(all))]]
  if (node.type !== 'text') return [[`\0${JSON.stringify([node.type, node.attrs])}`, shapeOf(all)]]
  const isSplit = all.some(({ type }) => WORD_MARKS.has(type)) && markOf(node, 'code') === undefined
  if (!isSplit) return [[node.text!, shapeOf(all)]]
  return node
    .text!.split(/(\s+)/)
    .filter(text => text !== '')
    .map(text => [text, shapeOf(/^\s/.test(text) ? wordless(all) : all)] as const)
}

function seenMarks(node: DocumentNode): readonly DocumentMark[] {
  const marks = (node.marks ?? []).filter(({ type }) => MARKS.includes(type))
  return isBareLink(node) ? marks.filter(({ type }) => type !== 'link') : marks
}

function wordless(marks: readonly DocumentMark[]): readonly DocumentMark[] {
  return marks.filter(({ type }) => !WORD_MARKS.has(type))
}

function shapeOf(marks: readonly DocumentMark[]): string {
  const shapes = marks.map(({ type, attrs }) =>
    type === 'link' ? JSON.stringify(['link', attrs?.href ?? '', attrs?.title ?? null]) : type,
  )
  return shapes.sort().join(' ')
}
