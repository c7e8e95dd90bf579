import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { PartValue } from './form-value.ts'
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
  mergeValue(attribute('richtext'), { from, mine, theirs }, components)
const parts = (from: readonly PartValue[], mine: readonly PartValue[], theirs: readonly PartValue[]) =>
  mergeValue(attribute('dynamiczone'), { from, mine, theirs }, components)

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
  expect(mergeValue(attribute('json'), versions, components)).toBeUndefined()
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

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })

it('is the other version if only one has changed, and the same for both people', () => {
  fc.assert(
    fc.property(lists, lists, lists, (from, mine, theirs) => {
      expect(mergeLists(from, mine, from)).toEqual(mine)
      expect(mergeLists(from, from, theirs)).toEqual(theirs)
      expect(mergeLists(from, mine, mine)).toEqual(mine)
      expect(mergeLists(from, theirs, mine)).toEqual(mergeLists(from, mine, theirs))
    }),
  )
})

it('loses no line that either of them wrote', () => {
  const written = fc.array(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 3 })
  fc.assert(
    fc.property(lists, lists, written, written, fc.nat(6), fc.nat(6), (from, _, own, other, here, there) => {
      const mine = [...from.slice(0, here), ...own.map(line => `mine ${line}`), ...from.slice(here)]
      const theirs = [...from.slice(0, there), ...other.map(line => `theirs ${line}`), ...from.slice(there)]
      const merged = mergeLists(from, mine, theirs, true)!
      expect(merged.filter(line => line.startsWith('mine'))).toEqual(mine.filter(line => line.startsWith('mine')))
      expect(merged.filter(line => line.startsWith('theirs'))).toEqual(theirs.filter(line => line.startsWith('theirs')))
    }),
  )
})
