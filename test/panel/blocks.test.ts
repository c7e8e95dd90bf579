/** Rich text goes through the editor's document and its schema, and comes back exactly as it was stored. */
import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocksOf, type DocumentNode, documentOf } from '../../admin/src/features/entry-form/editors/blocks-document.ts'
import { blockExtensions } from '../../admin/src/ui/editors/blocks-extensions.ts'
import type { Json } from '../../src/admin-api/route-types.ts'

const schema = getSchema(blockExtensions())

/** What the editor holds, without what it remembers of the stored blocks if `forget`. */
function throughEditor(blocks: readonly Json[], forget = false): readonly Json[] | null {
  const document = documentOf(blocks)
  const content = document.content!.map(node => (forget ? { ...node, attrs: { ...node.attrs, source: null } } : node))
  const held = schema.nodeFromJSON({ ...document, content })
  held.check()
  return blocksOf(held.toJSON() as DocumentNode)
}

const ARTICLE: readonly Json[] = [
  { type: 'heading', level: 2, children: [{ type: 'text', text: 'Tea' }] },
  {
    type: 'paragraph',
    children: [
      { type: 'text', text: 'plain ' },
      { type: 'text', text: 'all', bold: true, italic: true, underline: true, strikethrough: true, code: true },
      { type: 'text', text: ' two\nlines ' },
      { type: 'link', url: 'https://example.com', children: [{ type: 'text', text: 'a link', bold: true }] },
      { type: 'text', text: '.' },
    ],
  },
  { type: 'paragraph', children: [{ type: 'text', text: '' }] },
  {
    type: 'list',
    format: 'unordered',
    children: [
      { type: 'list-item', children: [{ type: 'text', text: 'one' }] },
      {
        type: 'list',
        format: 'ordered',
        indentLevel: 1,
        children: [{ type: 'list-item', children: [{ type: 'text', text: 'inside' }] }],
      },
      { type: 'list-item', children: [{ type: 'text', text: 'two' }] },
    ],
  },
  { type: 'quote', children: [{ type: 'text', text: 'said' }] },
  { type: 'code', language: 'js', children: [{ type: 'text', text: 'a()\nb()' }] },
  {
    type: 'image',
    image: { name: 'x.png', url: '/uploads/x.png', width: 2, height: 1 },
    children: [{ type: 'text', text: '' }],
  },
]

it('keeps every kind of block, also when it is written anew', () => {
  expect(throughEditor(ARTICLE)).toEqual(ARTICLE)
  expect(throughEditor(ARTICLE, true)).toEqual(ARTICLE)
})

it('keeps blocks and properties that the editor does not know', () => {
  const blocks: readonly Json[] = [
    { type: 'callout', tone: 'warm', children: [] },
    { type: 'paragraph', align: 'center', children: [{ type: 'text', text: 'a', color: 'red' }] },
    {
      type: 'paragraph',
      children: [
        { type: 'text', text: 'a' },
        { type: 'text', text: '' },
        { type: 'text', text: 'b' },
      ],
    },
    { type: 'list', format: 'ordered', children: [{ type: 'list', format: 'ordered', indentLevel: 1, children: [] }] },
  ]
  expect(throughEditor(blocks)).toEqual(blocks)
})

it('stores what was changed in the form of Strapi, and the rest as it was', () => {
  const document = documentOf([
    { type: 'paragraph', align: 'center', children: [{ type: 'text', text: 'one' }] },
    { type: 'paragraph', align: 'center', children: [{ type: 'text', text: 'two' }] },
  ])
  const [first, second] = document.content!
  const changed = { ...document, content: [first!, { ...second!, content: [{ type: 'text', text: 'three' }] }] }
  expect(blocksOf(changed)).toEqual([
    { type: 'paragraph', align: 'center', children: [{ type: 'text', text: 'one' }] },
    { type: 'paragraph', children: [{ type: 'text', text: 'three' }] },
  ])
})

it('is empty when nothing is written', () => {
  expect(blocksOf(documentOf(null))).toBeNull()
  expect(blocksOf(documentOf([]))).toBeNull()
})

const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '<') })
const flag = fc.constantFrom(undefined, true)
const text = fc
  .record({ text: word, bold: flag, italic: flag, underline: flag, strikethrough: flag, code: flag })
  .map(marks => ({ type: 'text', ...Object.fromEntries(Object.entries(marks).filter(([, on]) => on !== undefined)) }))
const link = fc
  .record({ url: fc.webUrl(), children: fc.array(text, { minLength: 1, maxLength: 2 }) })
  .map(rest => ({ type: 'link', ...rest }))
const inline = fc.array(fc.oneof(text, link), { minLength: 1, maxLength: 4 })
const item = inline.map(children => ({ type: 'list-item', children }))
const list = fc.letrec(tie => ({
  list: fc.record({
    type: fc.constant('list'),
    format: fc.constantFrom('ordered', 'unordered'),
    children: fc.array(fc.oneof({ maxDepth: 2 }, item, tie('list')), { minLength: 1, maxLength: 3 }),
  }),
})).list
const block = fc.oneof(
  inline.map(children => ({ type: 'paragraph', children })),
  inline.map(children => ({ type: 'quote', children })),
  fc.record({ level: fc.integer({ min: 1, max: 6 }), children: inline }).map(rest => ({ type: 'heading', ...rest })),
  word.map(code => ({ type: 'code', children: [{ type: 'text', text: code }] })),
  list,
  fc.record({ type: fc.string(), children: fc.array(fc.jsonValue()) }),
  fc.jsonValue(),
)

it('comes back as it was, whatever it was', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), blocks => {
      const stored = JSON.parse(JSON.stringify(blocks)) as readonly Json[]
      expect(throughEditor(stored)).toEqual(stored)
    }),
    { numRuns: 300 },
  )
})
