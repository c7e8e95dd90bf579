/** What a document of rich text can hold: what Strapi's blocks can hold, no more. */
import { Extension, type Extensions, Node } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Link } from '@tiptap/extension-link'
import StarterKit from '@tiptap/starter-kit'

/** Part of a document, not of what is shown of it. */
export const hidden = { default: null, rendered: false, keepOnSplit: false }

/** The stored block from which a node was made, so that an unchanged one is stored as it was. */
const Source = Extension.create({
  name: 'source',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'quote', 'codeBlock', 'image', 'unknownBlock'],
      attributes: { source: hidden },
    },
    { types: ['bulletList', 'orderedList'], attributes: { indentLevel: hidden } },
    { types: ['listItem'], attributes: { isHollow: hidden } },
  ],
})

/** Of a picture; empty if a browser should not follow it. */
export function shownAddress(url: unknown): string {
  return typeof url === 'string' && /^(\/(?!\/)|https?:)/.test(url) ? url : ''
}

const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
})

interface StoredImage {
  readonly url?: unknown
  readonly alternativeText?: unknown
  readonly width?: unknown
  readonly height?: unknown
}

/** In CSS pixels; a higher picture is shown as high as this. */
const MOST_HEIGHT = 320

/** Room for the picture before it is loaded. */
function shownSize({ width, height }: StoredImage): { readonly width?: string; readonly height?: string } {
  if (typeof width !== 'number' || typeof height !== 'number' || width <= 0 || height <= 0) return {}
  const scale = Math.min(1, MOST_HEIGHT / height)
  return { width: String(Math.round(width * scale)), height: String(Math.round(height * scale)) }
}

const Image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ image: { default: null, rendered: false } }),
  renderHTML: ({ node }) => {
    const { url, alternativeText, ...size } = (node.attrs.image ?? {}) as StoredImage
    const alt = typeof alternativeText === 'string' ? alternativeText : ''
    return ['img', { src: shownAddress(url), alt, ...shownSize(size) }]
  },
})

/** A block of a kind that the editor does not know stays as it is. */
const Unknown = Node.create({
  name: 'unknownBlock',
  group: 'block',
  atom: true,
  renderHTML: ({ node }) => [
    'div',
    { 'data-unknown': '' },
    String((node.attrs.source as { type?: unknown } | null)?.type ?? '?'),
  ],
})

export function blockExtensions(): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      blockquote: false,
      horizontalRule: false,
      code: false,
      link: false,
      trailingNode: false,
    }),
    Code.extend({ excludes: '' }),
    Link.extend({
      addAttributes: () => ({ href: { default: null }, extra: { default: null, rendered: false } }),
    }).configure({
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
    }),
    Quote,
    Image,
    Unknown,
    Source,
  ]
}
