/** What a document of Markdown can hold, and how it was written, so that a changed block is written in the same manner. */
import { Extension, type Extensions, getSchema, Mark, Node, wrappingInputRule } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Link } from '@tiptap/extension-link'
import StarterKit from '@tiptap/starter-kit'
import { hidden, shownAddress } from './blocks-extensions.ts'
import { JoinedLists, ListItem, type ListItemOptions } from './markdown-lists.ts'
import { Table, TableCell, TableRow } from './markdown-tables.ts'

const Written = Extension.create({
  name: 'written',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'quote', 'codeBlock', 'horizontalRule', 'table'],
      attributes: { source: hidden },
    },
    { types: ['bulletList', 'orderedList'], attributes: { marker: hidden, isLoose: hidden } },
    { types: ['codeBlock'], attributes: { fence: hidden } },
    { types: ['hardBreak'], attributes: { isSpaces: hidden } },
    { types: ['bold', 'italic'], attributes: { delimiter: hidden } },
  ],
})

const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })]
  },
})

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes: { src, alt, title } }) => [
    'img',
    { src: shownAddress(src), alt: alt ?? '', ...(title === null ? {} : { title }) },
  ],
})

/** A space that is the end of a line in the source. */
const SoftBreak = Mark.create({
  name: 'softBreak',
  inclusive: false,
  excludes: '',
  parseHTML: () => [{ tag: 'span[data-soft-break]' }],
  renderHTML: () => ['span', { 'data-soft-break': '' }, 0],
})

/** A character that is written by its name, such as `&nbsp;`. */
const Entity = Mark.create({
  name: 'entity',
  inclusive: false,
  excludes: '',
  addAttributes: () => ({ code: hidden }),
  renderHTML: () => ['span', 0],
})

/** The rules of its documents, without an editor. */
export function markdownSchema() {
  return getSchema(markdownExtensions({ task: '' }))
}

export function markdownExtensions(options: ListItemOptions): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      blockquote: false,
      listItem: false,
      code: false,
      link: false,
      trailingNode: { notAfter: ['paragraph', 'heading', 'bulletList', 'orderedList', 'quote'] },
    }),
    Code.extend({ excludes: '' }),
    Link.extend({
      addAttributes: () => ({ href: { default: null }, title: { default: null }, kind: hidden }),
    }).configure({ openOnClick: false, autolink: false, linkOnPaste: true }),
    ListItem.configure(options),
    Quote,
    Image,
    Table,
    TableRow,
    TableCell,
    SoftBreak,
    Entity,
    JoinedLists,
    Written,
  ]
}
