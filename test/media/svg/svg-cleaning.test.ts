/** Cleaning vector images: what holds for every file, for hostile ones, and for those of drawing programs. */
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { PopulusError } from '../../../src/errors.ts'
import { cleanSvg } from '../../../src/media/svg/clean-svg.ts'
import { cleanSvgFile } from '../../../src/media/svg/clean-svg-file.ts'
import { SVG_LIMITS } from '../../../src/media/svg/svg-limits.ts'
import { createFileWork } from '../../../src/media/work/create-file-work.ts'
import { pageText } from '../../docs/documented-examples.ts'
import { assertProperty } from '../../properties/assert-property.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { saved } from '../../support/worlds/images.ts'
import { DRAWINGS } from './drawings.ts'
import { HOST, HOSTILE, REFUSED } from './hostile-svgs.ts'

const svg = (inner: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inner}</svg>`

describe('hostile files', () => {
  test.each(Object.entries(HOSTILE))('%s: cleaned or refused', (_title, text) => {
    const found = attempt(() => cleanSvg(text))
    if (found instanceof PopulusError) expect(found.key).toBe('notAnImage')
    else {
      expect(found.removed).not.toEqual([])
      // Only text that is shown may still have the address.
      expect(found.text.replaceAll(/>[^<]*</g, '><')).not.toContain(HOST)
      expect(cleanSvg(found.text)).toMatchObject({ text: found.text, removed: [] })
    }
  })

  test.each(Object.entries(REFUSED))('%s: refused', async (_title, content) => {
    await expect(cleanSvgFile(await saved(content))).rejects.toMatchObject({ key: 'notAnImage', status: 400 })
  })
})

describe('files of drawing programs', () => {
  test.each(Object.entries(DRAWINGS))('%s looks the same', async (_title, text) => {
    const { written } = cleanSvg(text)
    expect(written).not.toBe(text)
    const [before, after] = await Promise.all([text, written].map(pixelsOf))
    expect(after!.equals(before!)).toBe(true)
    expect(new Set(before).size).toBeGreaterThan(2)
  })

  test('in another encoding are the same in UTF-8', async () => {
    const path = await saved(
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<text>caf\u00e9</text>')}`, 'latin1'),
    )
    await cleanSvgFile(path)
    expect(await readFile(path, 'utf8')).toBe(svg('<text>caf\u00e9</text>').replace(' >', '>'))
  })
})

describe('properties', () => {
  test('what is clean stays as it is', async () => {
    await assertProperty(
      fc.asyncProperty(markup, async inner => {
        const first = attempt(() => cleanSvg(svg(inner)))
        if (first instanceof PopulusError) return
        expect(cleanSvg(first.text)).toMatchObject({ text: first.text, removed: [] })
        expect(cleanSvg(first.written)).toMatchObject({ text: first.written, removed: [] })
      }),
      3000,
    )
  })

  test.each<[string, (size: number) => string]>([
    ['elements', size => svg('<g/>'.repeat(size))],
    ['removed elements', size => svg('<x/>'.repeat(size))],
    ['attributes', size => svg(`<g ${many(500, index => `a-${index}="1"`)}/>`.repeat(size / 500))],
    ['text', size => svg(`<text>${'x &amp; y '.repeat(size)}</text>`)],
    ['unfinished comments of styles', size => svg(`<style>${'/*'.repeat(size)}</style>`)],
    ['comments of styles', size => svg(`<style>${'/**/'.repeat(size)}</style>`)],
    ['unfinished addresses', size => svg(`<style>${'url( #a '.repeat(size)}</style>`)],
    ['addresses', size => svg(`<style>${'url(#a)'.repeat(size)}</style>`)],
    ['spaces before a bracket', size => svg(`<style>${`url${' '.repeat(size)}`.repeat(4)}</style>`)],
    ['unfinished entities', size => `<!DOCTYPE svg [${'<!ENTITY a "'.repeat(size)}]>${svg('')}`],
    ['entities', size => `<!DOCTYPE svg [${many(size, index => `<!ENTITY a${index} "">`)}]>${svg('')}`],
    ['comments', size => svg('<!-- > -->'.repeat(size))],
    ['CDATA', size => svg('<![CDATA[<]]>'.repeat(size))],
    ['one value', size => svg(`<path d="${'M 0 0 '.repeat(size)}"/>`)],
    ['an embedded picture', size => svg(`<image href="data:image/png;base64,${'AAAA'.repeat(size)}"/>`)],
  ])('the work grows with the number of %s, not with its square', async (_title, make) => {
    const SIZE = 10_000
    const clean = (text: string) => attempt(() => cleanSvg(text))
    clean(make(SIZE))
    const [small, large] = [make(SIZE), make(SIZE * 4)]
    const few = await cpuTime(() => many(2, () => clean(small)))
    const more = await cpuTime(() => many(2, () => clean(large)))
    // Four times as much; sixteen times as much would be the square.
    expect(more).toBeLessThan(few * 8 + 200)
  })
})

describe('limits', () => {
  const page = pageText('limits.md')
  const documented = (what: keyof typeof SVG_LIMITS) => {
    expect(page).toContain(`| ${what} | ${SVG_LIMITS[what]} |`)
    return { key: 'svgTooComplex', status: 413, message: `The SVG has more than ${SVG_LIMITS[what]} ${what}` }
  }
  const nested = (levels: number) => svg('<g>'.repeat(levels - 1) + '</g>'.repeat(levels - 1))

  test.each<[keyof typeof SVG_LIMITS, (count: number) => string]>([
    ['levels of elements', nested],
    ['elements', count => svg('<g/>'.repeat(count - 1))],
    ['attributes in one element', count => svg(`<g ${many(count, index => `a-${index}=""`)}/>`)],
    ['characters of text', grown],
  ])('%s are bounded as documented', (what, make) => {
    expect(cleanSvg(make(SVG_LIMITS[what]))).toBeDefined()
    expect(attempt(() => cleanSvg(make(SVG_LIMITS[what] + 1)))).toMatchObject(documented(what))
  })

  test('bytes are bounded as documented', async () => {
    const empty = svg('<!---->')
    const fill = (bytes: number) => svg(`<!--${'x'.repeat(bytes - empty.length)}-->`)
    await cleanSvgFile(await saved(fill(SVG_LIMITS.bytes)))
    await expect(cleanSvgFile(await saved(fill(SVG_LIMITS.bytes + 1)))).rejects.toMatchObject(documented('bytes'))
  })

  const work = createFileWork({ ...DEFAULT_LIMITS, imageWait: 120_000, imageTimeout: 120_000 })
  afterAll(() => work.close())

  test('the server itself has nothing to do while a file is cleaned', async () => {
    const accept = async (text: string) =>
      work.accept(await saved(text), { name: 'a.svg', mime: 'image/svg+xml' }, { allow: [], deny: [] })
    await accept(svg(''))
    const slow = svg('<g/>'.repeat(200_000))
    const here = await cpuTime(() => cleanSvg(slow))
    expect(await cpuTime(() => accept(slow))).toBeLessThan(here / 2)
    await expect(accept(nested(45_000))).rejects.toMatchObject(documented('levels of elements'))
  })
})

/** A text that grows to this length when its entities are replaced. */
function grown(length: number): string {
  const uses = 100
  const declared = `<!ENTITY a "${'x'.repeat(length / uses)}"><!ENTITY b "x">`
  return `<!DOCTYPE svg [${declared}]>${svg('&a;'.repeat(uses) + '&b;'.repeat(length % uses))}`
}

function attempt<T>(make: () => T): T | PopulusError {
  try {
    return make()
  } catch (error) {
    if (error instanceof PopulusError) return error
    throw error
  }
}

const many = (count: number, make: (index: number) => unknown): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

const pixelsOf = (text: string): Promise<Buffer> => sharp(Buffer.from(text)).resize(200, 200).raw().toBuffer()

const PIECES = [
  ...[
    '<g>',
    '</g>',
    '<title>',
    '</title>',
    '<style>',
    '</style>',
    '<script>',
    '</script>',
    '<a>',
    '</a>',
    '<x:y>',
    '</x:y>',
  ],
  ...[
    '<g/>',
    '<style/>',
    '<rect onload="x"/>',
    '<use href="#a"/>',
    '<use href="x"/>',
    '<g xmlns:x="u">',
    '<g xmlns="">',
  ],
  ...['<!-- a -->', '<!-- > -->', '<![CDATA[', ']]>', '<?a b?>', '&amp;', '&lt;', '&#10;', '&a;', '"', "'", '>', ' '],
  ...['url(#a)', 'url(x)', '/*', '*/', '@import', 'text', '\u00e9', '\\', '{}', '<set attributeName="href" to="x"/>'],
]
const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map(pieces => pieces.join(''))
