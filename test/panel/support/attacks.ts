/** Texts that would run a script, or at least become an element, wherever they are not shown as text. */

/** Each part runs `__xss`, adds an element with `data-injected`, or asks for `/injected`. */
export const TEXT = [
  '"><img src=/injected onerror="__xss(1)">',
  '<script>__xss(2)</script>',
  '<svg/onload=__xss(3)>',
  '<b data-injected>x</b>',
  "'-__xss(4)-'",
  // Templates of other programs.
  `\${__xss(5)}{{constructor.constructor("__xss(6)")()}}`,
].join('')

/** For names that must be short. */
export const SHORT = '<script>__xss(2)</script><b data-injected>'

const ADDRESSES = [
  'javascript:__xss(7)',
  'JaVaScRiPt:__xss(8)',
  '  javascript:__xss(9)',
  '\u0001javascript:__xss(10)',
  'java\tscript:__xss(11)',
  'java\nscript:__xss(12)',
  'data:text/html,<script>__xss(15)</script>',
  'vbscript:__xss(16)',
  '//other.test/\\javascript:x',
]

/** No addresses, unless something reads HTML in them. */
const WRITTEN = ['&#106;avascript:__xss(13)', 'javascript&colon;__xss(14)']

/** The same in Markdown: links, images, references, autolinks, HTML. */
export const MARKDOWN = [
  TEXT,
  ...[...ADDRESSES, ...WRITTEN].flatMap(address => [
    `[link](${address})`,
    `[link](<${address}>)`,
    `<${address}>`,
    `[r]: ${address}`,
  ]),
  '![x](/injected"onerror="__xss(17))',
  '![x](javascript:__xss(18))',
  '<iframe srcdoc="<script>parent.__xss(19)</script>"></iframe>',
  '<details open ontoggle=__xss(20)><a href="javascript:__xss(21)">x</a></details>',
  '```html\n<img src=/injected onerror=__xss(22)>\n```',
  '[r][r] https://x.test/"onmouseover="__xss(23)',
].join('\n\n')

const linkTo = (url: string) => ({
  type: 'paragraph',
  children: [
    { type: 'link', url, children: [{ type: 'text', text: TEXT }] },
    { type: 'text', text: '' },
  ],
})

/** The same in blocks. */
export const BLOCKS = [
  { type: 'paragraph', children: [{ type: 'text', text: TEXT }] },
  ...ADDRESSES.map(linkTo),
  { type: 'code', language: TEXT, children: [{ type: 'text', text: TEXT }] },
]

/** What the server refuses, and a database from elsewhere may hold. */
export const FORGED_BLOCKS = [
  ...BLOCKS,
  ...WRITTEN.map(linkTo),
  { type: 'heading', level: '1 onclick=__xss(24)', children: [{ type: 'text', text: TEXT }] },
  { type: 'image', image: { url: 'javascript:__xss(25)', alternativeText: TEXT, name: TEXT }, children: [] },
  { type: TEXT, children: [{ type: 'text', text: TEXT }] },
]
