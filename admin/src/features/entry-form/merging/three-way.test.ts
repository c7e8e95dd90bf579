import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { PartValue } from '../store/form-value.ts'
import { mergeLists } from './merge-lists.ts'
import { mergeValue } from './three-way.ts'

const attribute = (type: AttributeInfo['type']): AttributeInfo => ({
  type,
  required: false,
  private: false,
  localized: true,
  writable: true,
})

const components = () => ({ text: attribute('text'), size: attribute('integer') })
const text = (from: string, mine: string, theirs: string) =>
  mergeValue(attribute('richtext'), { from, mine, theirs }, { components })
const parts = (from: readonly PartValue[], mine: readonly PartValue[], theirs: readonly PartValue[]) =>
  mergeValue(attribute('dynamiczone'), { from, mine, theirs }, { components })

const part = (id: number | null, words: string, size = 1): PartValue => ({
  key: `k${id ?? words}`,
  id,
  component: 'blocks.quote',
  values: { text: words, size },
})

const shown = (value: unknown) =>
  (value as readonly PartValue[] | undefined)?.map(({ id, values }) => [id, values.text])

it('keeps what two people wrote in different paragraphs', () => {
  expect(text('one\n\ntwo\n\nthree', 'ONE\n\ntwo\n\nthree', 'one\n\ntwo\n\nthree!\n\nfour')).toBe(
    'ONE\n\ntwo\n\nthree!\n\nfour',
  )
})

it('asks about a paragraph that both changed', () => {
  expect(text('one\n\ntwo', 'mine\n\ntwo', 'theirs\n\ntwo')).toBeUndefined()
})

it('does not merge values that have no lines of their own', () => {
  const versions = { from: 'a\nb', mine: 'A\nb', theirs: 'a\nB' }
  expect(mergeValue(attribute('json'), versions, { components })).toBeUndefined()
})

it('keeps the parts that both added, theirs first', () => {
  const from = [part(1, 'a')]
  expect(shown(parts(from, [...from, part(null, 'mine')], [...from, part(2, 'theirs')]))).toEqual([
    [1, 'a'],
    [2, 'theirs'],
    [null, 'mine'],
  ])
})

it('moves a part that the other person changed', () => {
  const from = [part(1, 'a'), part(2, 'b'), part(3, 'c')]
  const mine = [part(3, 'c'), part(1, 'a'), part(2, 'b')]
  const theirs = [part(1, 'a'), part(2, 'b'), part(3, 'C')]
  expect(shown(parts(from, mine, theirs))).toEqual([
    [3, 'C'],
    [1, 'a'],
    [2, 'b'],
  ])
})

it('merges two fields of one part', () => {
  const merged = parts([part(1, 'a', 1)], [part(1, 'A', 1)], [part(1, 'a', 2)]) as readonly PartValue[]
  expect(merged.map(({ values }) => values)).toEqual([{ text: 'A', size: 2 }])
})

it('asks if one person removed what the other changed', () => {
  expect(parts([part(1, 'a'), part(2, 'b')], [part(1, 'a')], [part(1, 'a'), part(2, 'B')])).toBeUndefined()
})

it('finds the own parts again that came back from the server', () => {
  const from = [part(null, 'a')]
  const mine = [part(null, 'a'), part(null, 'b')].map((each, index) => ({ ...each, key: index === 0 ? 'ka' : 'kb' }))
  expect(shown(parts([], mine, [part(7, 'a'), part(8, 'b')]))).toEqual([
    [7, 'a'],
    [8, 'b'],
  ])
  expect(shown(parts(from, [{ ...part(null, 'A'), key: 'ka' }], [part(7, 'a')]))).toEqual([[7, 'A']])
})

it('keeps what one added while the other moved parts', () => {
  const [a, b, c] = [part(1, 'a'), part(2, 'b'), part(3, 'c')]
  expect(shown(parts([a, b], [b, a], [a, c, b]))).toEqual([
    [2, 'b'],
    [1, 'a'],
    [3, 'c'],
  ])
})

it('is one component for both, if there can be only one', () => {
  const versions = { from: [], mine: [part(null, 'a', 1)], theirs: [part(7, '', 2)] }
  const merged = (prefer?: 'mine' | 'theirs') => mergeValue(attribute('component'), versions, { components, prefer })
  expect(merged()).toBeUndefined()
  expect(merged('theirs')).toMatchObject([{ id: 7, values: { text: 'a', size: 2 } }])
  expect(merged('mine')).toMatchObject([{ id: 7, values: { text: 'a', size: 1 } }])
})

it('takes the preferred side of the place that both changed, and both changes of the rest', () => {
  const versions = { from: 'a\n\nb\n\nc', mine: 'mine\n\nb\n\nC', theirs: 'theirs\n\nB\n\nc' }
  const merged = (prefer: 'mine' | 'theirs') => mergeValue(attribute('richtext'), versions, { components, prefer })
  expect(merged('mine')).toBe('mine\n\nB\n\nC')
  expect(merged('theirs')).toBe('theirs\n\nB\n\nC')
})

it('merges blocks of rich text, files and relations by their items', () => {
  const block = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] })
  const blocks = (...texts: string[]) => texts.map(block)
  const [one, two, three] = [1, 2, 3].map(id => ({ id, title: '', status: null, locale: null }))
  const related = (...items: object[]) => ({ count: items.length, loaded: items, items, removed: [] })
  const merged = (type: AttributeInfo['type'], from: unknown, mine: unknown, theirs: unknown, multiple = true) =>
    mergeValue({ ...attribute(type), multiple }, { from, mine, theirs } as never, { components })
  expect(merged('blocks', blocks('a', 'b'), blocks('A', 'b'), blocks('a', 'b', 'c'))).toEqual(blocks('A', 'b', 'c'))
  expect(merged('blocks', blocks('a'), blocks('b'), blocks('c'))).toBeUndefined()
  expect(merged('media', [one], [one, two], [three, one])).toEqual([three, one, two])
  const added = { ...related(one!), items: [one, two] }
  expect(merged('relation', related(one!), added, related(one!, three!))).toMatchObject({
    items: [one, three, two],
    loaded: [one, three],
  })
  const other = { ...related(one!), items: [two], removed: [one] }
  expect(merged('relation', related(one!), other, related(three!), false)).toBeUndefined()
  expect(merged('relation', related(one!), other, related(one!), false)).toMatchObject({ items: [two], removed: [one] })
})

it('merges changes of neighbouring paragraphs, but not of neighbouring lines', () => {
  const apart = (from: string, mine: string, theirs: string) =>
    mergeLists([...from], [...mine], [...theirs], { apart: true })?.join('')
  expect(apart('ab', 'Ab', 'aB')).toBe('AB')
  expect(apart('ab', 'xyb', 'aB')).toBe('xyB')
  expect(apart('ab', 'axb', 'aB')).toBe('axB')
  expect(apart('ab', 'b', 'ayb')).toBe('yb')
  expect(apart('abc', 'AbC', 'aBc')).toBe('ABC')
  expect(apart('ab', 'a', 'aB')).toBeUndefined()
  expect(apart('ab', 'axb', 'ayb')).toBeUndefined()
  expect(text('a\nb', 'A\nb', 'a\nB')).toBeUndefined()
  expect(text('a\nb', 'a\nx\nb', 'a\nB')).toBeUndefined()
})

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })

it('is the other version if only one has changed, and the same for both people', () => {
  fc.assert(
    fc.property(lists, lists, lists, fc.boolean(), (from, mine, theirs, apart) => {
      const merged = (own: typeof mine, other: typeof mine) => mergeLists(from, own, other, { apart })
      expect(merged(mine, from)).toEqual(mine)
      expect(merged(from, theirs)).toEqual(theirs)
      expect(merged(mine, mine)).toEqual(mine)
      expect(merged(theirs, mine)).toEqual(merged(mine, theirs))
    }),
  )
})

it('loses no line that either of them wrote', () => {
  const written = fc.array(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 3 })
  fc.assert(
    fc.property(lists, fc.boolean(), written, written, fc.nat(6), fc.nat(6), (from, apart, own, other, here, there) => {
      const mine = [...from.slice(0, here), ...own.map(line => `mine ${line}`), ...from.slice(here)]
      const theirs = [...from.slice(0, there), ...other.map(line => `theirs ${line}`), ...from.slice(there)]
      const merged = mergeLists(from, mine, theirs, { apart, keepsBoth: true })!
      expect(merged.filter(line => line.startsWith('mine'))).toEqual(mine.filter(line => line.startsWith('mine')))
      expect(merged.filter(line => line.startsWith('theirs'))).toEqual(theirs.filter(line => line.startsWith('theirs')))
    }),
  )
})
