import { expect, test } from 'vitest'
import { readableText } from '../../../schema/search/attribute-text.ts'
import { searchTerms } from './search-terms.ts'
import { snippetOf } from './snippet.ts'

const snippet = (text: string, query: string) =>
  snippetOf(
    text,
    searchTerms({ query, typos: true, prefixes: true, snippets: true }, { patternLength: 250, searchWords: 10 }).terms,
  )
const filler = (words: number) => 'word '.repeat(words).trim()

test.each([
  ['nothing of it', 'bread', null],
  ['', 'bread', null],
  ['Bread, breads and bred', 'bread', '<mark>Bread</mark>, <mark>breads</mark> and <mark>bred</mark>'],
  ['Le Café', 'cafe', 'Le <mark>Café</mark>'],
  ['old road, old salt road', '"old salt"', 'old road, <mark>old</mark> <mark>salt</mark> road'],
  ['東京の東', '東京', '<mark>東</mark><mark>京</mark>の東'],
  [`<b title="bread">'&`, 'bread', '&lt;b title=&quot;<mark>bread</mark>&quot;&gt;&#39;&amp;'],
  ['two\n\n  lines', 'lines', 'two <mark>lines</mark>'],
])('%j with %j', (text, query, expected) => {
  expect(snippet(text, query)).toBe(expected)
})

test('a long text is cut between words, around the first hit', () => {
  const found = snippet(`${filler(100)} bread ${filler(100)}`, 'bread')
  expect(found).toBe(`…${filler(12)} <mark>bread</mark> ${filler(27)}…`)
})

test('a hit near the end, and one at the beginning', () => {
  expect(snippet(`${filler(100)} bread.`, 'bread')).toBe(`…${filler(12)} <mark>bread</mark>.`)
  expect(snippet(`(Bread ${filler(100)}`, 'bread')).toBe(`(<mark>Bread</mark> ${filler(38)}…`)
})

test('a word that is longer than a snippet is cut, but not inside a character', () => {
  expect(snippet(`a${'𝒳'.repeat(500)}`, 'ax')).toBe(`<mark>a${'𝒳'.repeat(99)}</mark>…`)
})

test('markup is left out', () => {
  const text = '# Bread\n\n> See [the *mill*](https://example.com/a_(b)), [![a stone](stone.png)](x) and <b>bread</b>.'
  expect(snippet(readableText('richtext', text), 'bread')).toBe(
    '<mark>Bread</mark> See the mill, a stone and <mark>bread</mark> .',
  )
})
