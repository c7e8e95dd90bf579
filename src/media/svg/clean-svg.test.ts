import { expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${more}>${inner}</svg>`

test.each([
  ['drawing', '<g fill="url(#a)"><path d="M0 0L1 1"/><use href="#b"/><use xlink:href="#c"/></g>'],
  ['text and entities', '<text x="1">a &amp; b &lt; c</text><title>Fish &#38; chips</title>'],
  ['an embedded picture', '<image href="data:image/png;base64,iVBORw0KGgo="/>'],
  [
    'styles',
    '<style>.a{fill:url(#g);color:red}</style><style><![CDATA[ .b > .c {x:1} ]]></style><g style="fill:red"/>',
  ],
  ['a link', '<a href="https://example.org/"><rect/></a>'],
  ['an animation', '<rect><animate attributeName="x" from="0" to="9" dur="1s"/></rect>'],
  [
    'the notes of a drawing program',
    '<s:namedview xmlns:s="http://inkscape.org" s:onload="x"><s:script/></s:namedview>',
  ],
])('%s stays, byte for byte', (_title, inner) => {
  expect(cleanSvg(svg(inner))).toMatchObject({ text: svg(inner), removed: [] })
})

test.each([
  ['a script', '<script>alert(1)</script>', '', ['<script>']],
  ['a script with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">x</s:script>', '', ['<s:script>']],
  ['a handler', '<rect onclick="x()"/>', '<rect></rect>', ['onclick']],
  ['a handler in capitals', '<rect ONLOAD="x()"/>', '<rect></rect>', ['ONLOAD']],
  ['a page inside', '<foreignObject><p>x</p></foreignObject>', '', ['<foreignObject>']],
  ['an element of a page', '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>', '', ['<h:iframe>']],
  ['a script address', '<a href="javascript:x()"><g/></a>', '<a><g></g></a>', ['href']],
  ['a hidden script address', '<a href="java&#10;script:x()"/>', '<a></a>', ['href']],
  [
    'another file',
    '<image href="other.svg"/><use xlink:href="//x/y#z"/>',
    '<image></image><use></use>',
    ['href', 'xlink:href'],
  ],
  ['a vector image inside', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>', '<image></image>', ['href']],
  ['a style that loads', '<style>@import "x";</style>', '<style></style>', ['<style>']],
  ['a style that loads a file', '<g style="fill:url(http://x/)"/>', '<g></g>', ['style']],
  ['a fill that loads a file', '<g fill="url( &quot;//x/y&quot; )"/>', '<g></g>', ['fill']],
  ['a style with escapes', '<style>a{x:\\75rl(//x)}</style>', '<style></style>', ['<style>']],
  [
    'an animated address',
    '<a><set attributeName="xlink:href" to="javascript:x"/></a>',
    '<a><set></set></a>',
    ['attributeName', 'to'],
  ],
  ['another base', '<g xml:base="javascript:"/>', '<g></g>', ['xml:base']],
])('%s is removed', (_title, inner, left, removed) => {
  const cleaned = cleanSvg(svg(inner))
  expect(cleaned.removed).toEqual(removed)
  expect(cleaned.text).toBe(svg(left))
})

test('what is left is written anew, and clean', () => {
  const { text } = cleanSvg(svg('<rect onload="x" title="a&quot;&lt;b&#10;"/>a &lt; b', ' onload="x"'))
  expect(text).toBe(svg('<rect title="a&quot;&lt;b&#10;"></rect>a &lt; b'))
  expect(cleanSvg(text)).toMatchObject({ text, removed: [] })
})

test('names of namespaces may be entities, as old drawing programs write them', () => {
  const old = `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"><script/></svg>`
  expect(cleanSvg(old).text).toBe('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
})

test.each([
  ['entities that grow', '<!DOCTYPE svg [<!ENTITY a "xx"><!ENTITY b "&a;&a;">]><svg xmlns="x">&b;</svg>'],
  ['entities of other files', '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg xmlns="x">&a;</svg>'],
  ['open elements', '<svg><g></svg>'],
  ['attributes without quotes', '<svg onload=x()></svg>'],
  ['two roots', '<svg/><script/>'],
  ['no element', 'hello'],
  ['unknown prefixes', '<svg><x:script/></svg>'],
])('%s: not an image', (_title, text) => {
  expect(() => cleanSvg(text)).toThrow('File is not a valid image')
})

test('a style sheet of another address and the document type are removed', () => {
  const cleaned = cleanSvg(`<?xml version="1.0"?><?xml-stylesheet href="x"?><!DOCTYPE svg>${svg('')}`)
  expect(cleaned).toMatchObject({ text: svg(''), removed: ['<?xml-stylesheet?>'] })
})
