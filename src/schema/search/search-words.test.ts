import { expect, test } from 'vitest'
import { nearParts } from './near-parts.ts'
import { searchWords } from './search-words.ts'

const words = (text: string) => [...searchWords(text)].map(({ word }) => word)

test.each([
  ['Café, naïve & Œuvre', ['cafe', 'naive', 'oeuvre']],
  ['STRASSE Straße ŁÓDŹ Ørsted', ['strasse', 'strasse', 'lodz', 'orsted']],
  ["don't e-mail 3.5", ['don', 't', 'e', 'mail', '3', '5']],
  ['東京タワー go', ['東', '京', 'タ', 'ワ', 'ー', 'go']],
  ['हिन्दी', ['हिन्दी']],
  ['½ ﬁne İstanbul', ['12', 'fine', 'istanbul']],
  ['x'.repeat(50), ['x'.repeat(40)]],
  ['\ud800 \0 "*', []],
])('%s', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test('where a word is', () => {
  const text = 'Un café, 東京b'
  expect([...searchWords(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
    'Un',
    'café',
    '東',
    '京',
    'b',
  ])
})

/** One letter missing, added, wrong or elsewhere, and no more. */
test.each([
  ['bread', 'bred', true],
  ['bread', 'breaad', true],
  ['bread', 'broad', true],
  ['bread', 'braed', true],
  ['bread', 'readb', true],
  ['bread', 'brd', false],
  ['bread', 'board', false],
])('%s and %s are alike: %s', (one, other, alike) => {
  expect(nearParts(one).some(part => nearParts(other).includes(part))).toBe(alike)
})
