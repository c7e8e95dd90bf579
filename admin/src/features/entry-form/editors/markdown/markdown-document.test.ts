/** Markdown goes through the editor's document and its schema; what nobody changed keeps its bytes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markdownSchema } from '../../../../ui/editors/markdown-extensions.ts'
import type { DocumentNode } from '../blocks-document.ts'
import { shapeOfBlock } from './block-shape.ts'
import { isWritable, markdownOf, type OpenResult, openMarkdown } from './markdown-document.ts'
import { readBlocks } from './read-blocks.ts'
import { writeBlock } from './write-blocks.ts'

const schema = markdownSchema()

/** As the form does it in the end: opened, and every block looked at. */
function openChecked(text: string): OpenResult {
  const result = openMarkdown(text)
  return 'reason' in result || result.unchecked.every(isWritable) ? result : { reason: 'other' }
}

function opened(text: string) {
  const result = openChecked(text)
  if ('reason' in result) throw new Error(`stays in source: ${result.reason}`)
  return result
}

/** What the editor holds, with all its attributes. */
function held(document: DocumentNode): DocumentNode {
  const node = schema.nodeFromJSON(document)
  node.check()
  return node.toJSON() as DocumentNode
}

/** The text after the block at `index` was replaced. */
function withBlock(text: string, index: number, change: (node: DocumentNode) => DocumentNode): string {
  const { document, opened: before } = opened(text)
  const content = held(document).content!.map((node, at) => (at === index ? change(node) : node))
  return markdownOf({ type: 'doc', content }, before)
}

const say = (words: string) => (node: DocumentNode) => ({ ...node, content: [{ type: 'text', text: words }] })

const ARTICLE = `Title
=====

A *slanted*, __heavy__ and ~~wrong~~ line with \`code\`,
a [link](/tea "Tea"), <https://example.com>, www.example.com &amp; <u>under</u>.  
Second line\\
third.

* one
    * deep
    1) numbers
* [x] done

+ loose

+ list

> said
lazily
> > twice

\`\`\`\`js title="x"
a()
\`\`\`\`

    indented

| a | b |
|:-:|--:|
| \`x\\|y\` | |

***
![A *cup*](/uploads/cup.png 'Cup')
## Last ##
`

describe('a text that nobody changed', () => {
  it.each([
    ['an article of everything', ARTICLE],
    ['lines of Windows', ARTICLE.replace(/\n/g, '\r\n')],
    ['nothing', ''],
    ['empty lines', '\n\n  \n'],
    ['space around it', '\n\n  words  \n\n\n'],
    ['code without an end', '# A\n```\nb\n'],
    ['brackets that are only brackets', 'a [b] ![ c \\[d](e)'],
    ['a heading before a text, without a line between them', '# A\nb\n- c\n# D'],
  ])('keeps its bytes: %s', (_name, text) => {
    const { document, opened: before } = opened(text)
    expect(markdownOf(held(document), before)).toBe(text)
  })
})

describe('a change', () => {
  it('changes its own block and nothing else', () => {
    const changed = withBlock(ARTICLE, 1, say('New * words_here_ [x]'))
    const [first, , ...rest] = ARTICLE.split('\n\n')
    expect(changed).toBe([first, 'New * words_here_ [x]', ...rest].join('\n\n'))
  })

  it('writes a block in the manner of the one before', () => {
    const list = withBlock(ARTICLE, 2, ({ content, ...node }) => ({ ...node, content: content!.slice(0, 1) }))
    expect(list).toBe(ARTICLE.replace(/\* one[\s\S]*done/, '* one\n  * deep\n\n  1) numbers'))
    const code = withBlock(ARTICLE, 5, say('b()'))
    expect(code).toBe(ARTICLE.replace('a()', 'b()'))
  })

  it('keeps blocks apart that would become one', () => {
    expect(withBlock('# A\nb', 0, node => ({ ...say('A')(node), type: 'paragraph' }))).toBe('A\n\nb')
    expect(withBlock('a\n***\nb', 1, node => ({ ...say('c')(node), type: 'paragraph' }))).toBe('a\n\nc\n\nb')
    expect(withBlock('a\n# B', 0, say('c'))).toBe('c\n# B')
    const isLast = opened('```\na')
    const more = [...isLast.document.content!, { type: 'paragraph', content: [{ type: 'text', text: 'b' }] }]
    expect(markdownOf({ type: 'doc', content: more }, isLast.opened)).toBe('```\na\n```\n\nb')
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }
    const code = opened('a\n\n    b')
    expect(markdownOf({ type: 'doc', content: [list, code.document.content![1]!] }, code.opened)).toBe(
      '-\n\n```\nb\n```',
    )
  })

  it('keeps the ends of lines', () => {
    expect(withBlock('a\r\n\r\nb\r\n', 0, say('c'))).toBe('c\r\n\r\nb\r\n')
  })

  it('can leave nothing', () => {
    const { opened: before } = opened('a\n')
    expect(markdownOf({ type: 'doc', content: [{ type: 'paragraph' }] }, before)).toBe('')
  })
})

it('gives the clipboard no more than what was copied', () => {
  const [first] = opened(ARTICLE).document.content!
  expect(JSON.stringify(first!.attrs)).toBe('{"level":1,"source":null}')
})

describe('a text that stays in source', () => {
  it.each([
    ['html', '<div>\n\nx\n\n</div>'],
    ['html', 'a <b>b</b>'],
    ['html', '<u>a'],
    ['html', 'a <!-- b -->'],
    ['references', '[a][b]\n\n[b]: /c'],
    ['references', '[b]: /c'],
    ['footnotes', 'a[^1]\n\n[^1]: b'],
    ['other', 'a\r\nb\nc'],
    ['other', '| a |\n|--|\n| b | c |'],
    ['other', '&beta;'],
  ])('has %s: %j', (reason, text) => {
    expect(openChecked(text)).toEqual({ reason })
  })
})

const letters = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.constantFrom(...'ab é中。.*_~`[]()<>!#|\\&;:-+=1 x"\''.split('')),
})
const marks = fc
  .subarray(['bold', 'italic', 'strike', 'underline', 'code', 'link'])
  .map(types => types.map(type => ({ type, ...(type === 'link' ? { attrs: { href: '/a b(c', title: null } } : {}) })))
const words = fc.record({ text: letters, marks }).map(rest => ({ type: 'text', ...rest }))
const piece = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: fc.constant<DocumentNode>({ type: 'hardBreak' }) },
  { weight: 1, arbitrary: fc.constant<DocumentNode>({ type: 'text', text: ' ', marks: [{ type: 'softBreak' }] }) },
  { weight: 1, arbitrary: letters.map(alt => ({ type: 'image', attrs: { src: '/x.png', alt, title: null } })) },
)
const content = fc.array(piece, { minLength: 1, maxLength: 4 })
const plain = fc.array(
  fc.oneof(
    words,
    letters.map(text => ({ type: 'text', text })),
  ),
  { minLength: 1, maxLength: 3 },
)
const { block } = fc.letrec<{ block: DocumentNode; item: DocumentNode }>(tie => ({
  item: fc
    .record({
      checked: fc.constantFrom(null, null, true, false),
      content: content.map(inner => ({ type: 'paragraph', content: inner })),
      more: fc.array(tie('block'), { maxLength: 1 }),
    })
    .map(({ checked, content: first, more }) => ({ type: 'listItem', attrs: { checked }, content: [first, ...more] })),
  block: fc.oneof(
    { maxDepth: 3 },
    content.map(inner => ({ type: 'paragraph', content: inner })),
    fc.record({ level: fc.integer({ min: 1, max: 6 }), content: plain }).map(({ level, content: inner }) => ({
      type: 'heading',
      attrs: { level },
      content: inner,
    })),
    fc.array(letters, { minLength: 1, maxLength: 3 }).map(lines => ({
      type: 'codeBlock',
      attrs: { language: null },
      content: [{ type: 'text', text: lines.join('\n') }],
    })),
    fc.constant<DocumentNode>({ type: 'horizontalRule' }),
    fc.array(fc.array(plain, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(rows => ({
      type: 'table',
      content: rows.map(cells => ({
        type: 'tableRow',
        content: cells.map(inner => ({ type: 'tableCell', attrs: { align: null }, content: inner })),
      })),
    })),
    tie('block').map(inner => ({ type: 'quote', content: [inner] })),
    fc
      .record({ marker: fc.constantFrom('-', '*', null), items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }) })
      .map(({ marker, items }) => ({ type: 'bulletList', attrs: { marker }, content: items })),
    fc
      .record({ start: fc.integer({ min: 1, max: 12 }), items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }) })
      .map(({ start, items }) => ({ type: 'orderedList', attrs: { start }, content: items })),
  ),
}))

describe('whatever is written', () => {
  it('reads as it was meant', () => {
    fc.assert(
      fc.property(block, node => {
        const text = writeBlock(node)
        // Code in a table cannot have a backslash before a line.
        if (text === '' || /\\\\\|/.test(text)) return
        const read = readBlocks(text)
        expect(read.map(({ node: again }) => shapeOfBlock(again))).toEqual([shapeOfBlock(node)])
      }),
      { numRuns: 1000 },
    )
  })

  const line = fc.oneof(
    letters,
    fc.array(letters, { minLength: 1, maxLength: 4 }).map(parts => parts.join('')),
    block.map(node => writeBlock(node)),
    fc.constantFrom(
      '',
      '',
      '---',
      '```',
      '- a',
      '  - b',
      '1. c',
      '> d',
      '    e',
      '| a | b |',
      '|---|---|',
      '# f',
      '===',
      '**g**',
      '<u>h</u>',
    ),
  )
  const source = fc.array(line, { maxLength: 10 }).map(lines => lines.join('\n'))

  it('keeps its bytes when it is opened, and changes in one block only', () => {
    fc.assert(
      fc.property(source, fc.nat(), (text, number) => {
        const result = openChecked(text)
        if ('reason' in result) return
        const document = held(result.document)
        expect(markdownOf(document, result.opened)).toBe(text)
        const { blocks, before } = result.opened
        if (blocks.length === 0) return
        const index = number % blocks.length
        const changed = document.content!.map((node, at) =>
          at === index ? { type: 'paragraph', content: [{ type: 'text', text: 'new' }], attrs: node.attrs! } : node,
        )
        const now = markdownOf({ type: 'doc', content: changed }, result.opened)
        const start =
          before +
          blocks
            .slice(0, index)
            .map(({ text: own, gap }) => own + gap)
            .join('')
        const end =
          blocks
            .slice(index + 1)
            .map(({ text: own, gap }) => own + gap)
            .join('') + result.opened.after
        expect(now.startsWith(start.trimEnd())).toBe(true)
        expect(now.endsWith(end.replace(/^\n+/, ''))).toBe(true)
        expect(readBlocks(now).map(({ node }) => shapeOfBlock(node))).toEqual(changed.map(shapeOfBlock))
      }),
      { numRuns: 300 },
    )
  })
})
