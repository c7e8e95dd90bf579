/**
 * Strapi's `blocks` as a document of the editor, and back. A block that was not changed is stored exactly as it was; one
 * that was changed has the form in which Strapi's own editor writes it.
 */
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { sameValue } from '../store/form-value.ts'

export interface DocumentNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly DocumentNode[]
  readonly marks?: readonly DocumentMark[]
  readonly text?: string
}

export interface DocumentMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** The marks of the editor and their names in Strapi. */
const MARKS = { bold: 'bold', italic: 'italic', underline: 'underline', strike: 'strikethrough', code: 'code' } as const

export function documentOf(blocks: readonly Json[] | null): DocumentNode {
  const content = (blocks ?? []).map(block => withSource(block))
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content }
}

/** A picture of the library as Strapi's blocks have it; they need formats, which a small one has none of. */
export function blockImage(file: FileValue & Partial<MediaFile>): JsonObject {
  const { name, alternativeText, url, caption, width, height, formats, hash, ext, mime, size } = file
  const { previewUrl, provider, createdAt, updatedAt } = file
  return {
    ...{ name, alternativeText, url, caption, width, height, formats: formats ?? {} },
    ...{ hash: hash ?? '', ext, mime, size, previewUrl, provider: provider ?? '' },
    ...{ createdAt: createdAt ?? '', updatedAt: updatedAt ?? '' },
  }
}

/** `null` if nothing is written. */
export function blocksOf(document: DocumentNode): readonly Json[] | null {
  const nodes = document.content ?? []
  const isEmpty = nodes.length === 1 && nodes[0]!.type === 'paragraph' && (nodes[0]!.content ?? []).length === 0
  return isEmpty && !nodes[0]!.attrs?.source ? null : nodes.map(storedBlock)
}

function withSource(block: Json): DocumentNode {
  const node = nodeOf(block)
  return { ...node, attrs: { ...node.attrs, source: block } }
}

function storedBlock(node: DocumentNode): Json {
  const source = node.attrs?.source as Json | undefined
  const block = blockOf(node, 0)
  if (source === undefined || source === null) return block
  return sameValue(block, blockOf(nodeOf(source), 0)) ? source : block
}

function nodeOf(block: Json): DocumentNode {
  const { type, level, format, language, image, children } = (isObject(block) ? block : {}) as JsonObject
  if (!Array.isArray(children)) return unknown(block)
  const inline = () => children.flatMap(child => inlineNodes(child, []))
  if (type === 'paragraph') return textNode('paragraph', {}, inline())
  if (type === 'quote') return textNode('quote', {}, inline())
  if (type === 'heading' && typeof level === 'number') return textNode('heading', { level }, inline())
  if (type === 'code')
    return textNode('codeBlock', { language: typeof language === 'string' ? language : null }, plainText(children))
  if (type === 'list' && (format === 'ordered' || format === 'unordered')) return listNode(block as JsonObject)
  if (type === 'image' && isObject(image ?? null)) return { type: 'image', attrs: { image } }
  return unknown(block)
}

function unknown(source: Json): DocumentNode {
  return { type: 'unknownBlock', attrs: { source } }
}

function textNode(type: string, attrs: JsonObject, content: readonly DocumentNode[]): DocumentNode {
  return {
    type,
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(content.length === 0 ? {} : { content }),
  }
}

/** In Strapi a list inside a list follows its item; in the editor it is part of it. */
function listNode(block: JsonObject): DocumentNode {
  const items: DocumentNode[] = []
  for (const child of block.children as readonly Json[]) {
    const isList = isObject(child) && child.type === 'list'
    if (!isList) {
      const content = isObject(child) && Array.isArray(child.children) ? child.children : []
      const paragraph = textNode(
        'paragraph',
        {},
        content.flatMap((inner: Json) => inlineNodes(inner, [])),
      )
      items.push({ type: 'listItem', content: [paragraph] })
      continue
    }
    const nested = listNode(child as JsonObject)
    const last = items.pop() ?? { type: 'listItem', attrs: { isHollow: true }, content: [{ type: 'paragraph' }] }
    items.push({ ...last, content: [...(last.content ?? []), nested] })
  }
  const indent = block.indentLevel
  return {
    type: block.format === 'ordered' ? 'orderedList' : 'bulletList',
    attrs: { indentLevel: typeof indent === 'number' ? indent : null },
    content: items.length === 0 ? [{ type: 'listItem', content: [{ type: 'paragraph' }] }] : items,
  }
}

function inlineNodes(child: Json, marks: readonly DocumentMark[]): readonly DocumentNode[] {
  if (!isObject(child)) return []
  if (child.type === 'link') {
    const { type: _, url, children, ...extra } = child
    const mark = { type: 'link', attrs: { href: url ?? '', extra: Object.keys(extra).length === 0 ? null : extra } }
    return Array.isArray(children) ? children.flatMap((inner: Json) => inlineNodes(inner, [mark])) : []
  }
  if (typeof child.text !== 'string') return []
  const own = Object.entries(MARKS).filter(([, name]) => child[name] === true)
  const all = [...own.map(([type]) => ({ type })), ...marks]
  return lines(child.text).map(text => ({
    ...(text === '\n' ? { type: 'hardBreak' } : { type: 'text', text }),
    ...(all.length === 0 ? {} : { marks: all }),
  }))
}

/** - `a\nb` gives `['a', '\n', 'b']` */
function lines(text: string): readonly string[] {
  return text.split(/(\n)/).filter(part => part !== '')
}

function plainText(children: readonly Json[]): readonly DocumentNode[] {
  const text = children.map(child => (isObject(child) && typeof child.text === 'string' ? child.text : '')).join('')
  return text === '' ? [] : [{ type: 'text', text }]
}

function blockOf(node: DocumentNode, depth: number): JsonObject {
  const { type, attrs = {}, content = [] } = node
  if (type === 'unknownBlock') return attrs.source as JsonObject
  if (type === 'image') return { type: 'image', image: attrs.image as Json, children: [emptyText()] }
  if (type === 'heading') return { type: 'heading', level: attrs.level as number, children: inlineOf(content) }
  if (type === 'quote') return { type: 'quote', children: inlineOf(content) }
  if (type === 'codeBlock') {
    const language = attrs.language as string | null | undefined
    const text = content.map(child => child.text ?? '').join('')
    return { type: 'code', ...(language ? { language } : {}), children: [{ type: 'text', text }] }
  }
  if (type === 'bulletList' || type === 'orderedList') return listOf(node, depth)
  return { type: 'paragraph', children: inlineOf(content) }
}

function listOf({ type, attrs = {}, content = [] }: DocumentNode, depth: number): JsonObject {
  const format = type === 'orderedList' ? 'ordered' : 'unordered'
  const indentLevel = (attrs.indentLevel as number | null | undefined) ?? (depth === 0 ? null : depth)
  const children = content.flatMap((item): Json[] => {
    const [first, ...rest] = item.content ?? []
    const isHollow = item.attrs?.isHollow === true && (first?.content ?? []).length === 0
    return [
      ...(isHollow ? [] : [{ type: 'list-item', children: inlineOf(first?.content ?? []) } as Json]),
      ...rest.map(child =>
        child.type === 'bulletList' || child.type === 'orderedList'
          ? listOf(child, depth + 1)
          : { type: 'list-item', children: inlineOf(child.content ?? []) },
      ),
    ]
  })
  return { type: 'list', format, ...(indentLevel === null ? {} : { indentLevel }), children }
}

function emptyText(): JsonObject {
  return { type: 'text', text: '' }
}

type Run = { readonly link: DocumentMark | undefined; readonly texts: JsonObject[] }

function inlineOf(nodes: readonly DocumentNode[]): Json {
  const runs: Run[] = []
  for (const node of nodes) {
    const link = node.marks?.find(mark => mark.type === 'link')
    const last = runs.at(-1)
    const run = last !== undefined && sameValue(last.link ?? null, link ?? null) ? last : { link, texts: [] }
    if (run !== last) runs.push(run)
    append(run.texts, textOf(node))
  }
  const children = runs.flatMap(({ link, texts }) => (link === undefined ? texts : [linkOf(link, texts)]))
  return children.length === 0 ? [emptyText()] : children
}

function linkOf({ attrs = {} }: DocumentMark, children: readonly JsonObject[]): JsonObject {
  return { type: 'link', ...((attrs.extra as JsonObject | null) ?? {}), url: attrs.href as string, children }
}

function textOf({ type, text, marks = [] }: DocumentNode): JsonObject {
  const names = Object.entries(MARKS).filter(([mark]) => marks.some(other => other.type === mark))
  return {
    type: 'text',
    text: type === 'hardBreak' ? '\n' : (text ?? ''),
    ...Object.fromEntries(names.map(([, name]) => [name, true])),
  }
}

/** Neighbours that look the same become one text. */
function append(texts: JsonObject[], next: JsonObject): void {
  const last = texts.at(-1)
  if (last !== undefined && sameValue({ ...last, text: '' }, { ...next, text: '' }))
    texts[texts.length - 1] = { ...last, text: `${last.text}${next.text}` }
  else texts.push(next)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
