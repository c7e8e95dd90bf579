import { expect, test } from 'vitest'
import { type ConnectOptions, numberPlaced, placeConnected } from './order-connected.ts'
import type { ConnectedId, LinkPosition } from './write-plan.ts'

const at = (id: number, position: LinkPosition = { kind: 'end' }): ConnectedId => ({ id, position })
const before = (id: number): LinkPosition => ({ kind: 'before', id })
const after = (id: number): LinkPosition => ({ kind: 'after', id })
const linked = (...ids: number[]) => ids.map((id, index) => ({ id, order: index + 1 }))
/** The rows to write. */
const orderConnected = (
  initial: Parameters<typeof placeConnected>[0],
  connect: readonly ConnectedId[],
  options: ConnectOptions,
) => numberPlaced(placeConnected(initial, connect, options), options)
const UPDATE = { strict: true, isNew: false }
const CREATE = { strict: true, isNew: true }
const CIRCULAR = 'A circular reference was found in the connect array.'

test('connected ones come to the end by default, side by side', () => {
  expect(orderConnected(linked(1, 2), [at(3), at(4)], UPDATE)).toEqual([
    { id: 3, order: 3 },
    { id: 4, order: 4 },
  ])
})

test('positions are fractions between the linked ones', () => {
  const connect = [at(5, { kind: 'start' }), at(6, before(2)), at(7, after(2)), at(8, before(7))]
  expect(orderConnected(linked(1, 2, 3), connect, UPDATE)).toEqual([
    { id: 5, order: 0.5 },
    { id: 6, order: 1.5 },
    { id: 8, order: 2 + 1 / 3 },
    { id: 7, order: 2 + 2 / 3 },
  ])
})

test('an entry that is linked already moves', () => {
  expect(orderConnected(linked(1, 2, 3), [at(1, after(3))], UPDATE)).toEqual([{ id: 1, order: 4 }])
})

test('a position may name one that is connected later in the list', () => {
  expect(orderConnected([], [at(1, before(2)), at(2)], CREATE)).toEqual([
    { id: 1, order: 0 },
    { id: 2, order: 1 },
  ])
})

test('a new list is numbered from 0', () => {
  expect(orderConnected([], [at(4), at(2), at(3, { kind: 'start' })], CREATE)).toEqual([
    { id: 3, order: 0 },
    { id: 4, order: 1 },
    { id: 2, order: 2 },
  ])
})

test('a position beside one that is not linked is refused', () => {
  const text =
    'There was a problem connecting relation with id 3 at position {"before":99}. The relation with id 99 needs to be connected first.'
  expect(() => orderConnected(linked(1), [at(3, before(99))], UPDATE)).toThrow(text)
})

test('or means the end, if the request is not strict', () => {
  expect(orderConnected(linked(1), [at(3, before(99))], { strict: false, isNew: false })).toEqual([{ id: 3, order: 2 }])
})

test('a new entry is always strict', () => {
  expect(() => orderConnected([], [at(3, before(99))], { strict: false, isNew: true })).toThrow('needs to be connected')
})

test('the same id twice is refused', () => {
  const text = 'The relation with id 1 is already connected. You cannot connect the same relation twice.'
  expect(() => orderConnected([], [at(1, { kind: 'start' }), at(1)], CREATE)).toThrow(text)
})

test('a circle is refused, unless its members are linked', () => {
  const circle = [at(1, before(2)), at(2, before(1))]
  expect(() => orderConnected([], circle, CREATE)).toThrow(CIRCULAR)
  expect(() => orderConnected(linked(1, 2), circle, UPDATE)).not.toThrow()
  expect(() => orderConnected([], [at(1, before(1))], CREATE)).toThrow(CIRCULAR)
})

test('a linked one cannot be placed beside itself', () => {
  expect(() => orderConnected(linked(1), [at(1, before(1))], UPDATE)).toThrow(
    'The list of connect relations is not valid',
  )
})

test('the end comes after a fraction and after a gap', () => {
  expect(orderConnected([{ id: 1, order: 0.5 }], [at(2)], UPDATE)).toEqual([{ id: 2, order: 1 }])
  expect(orderConnected([{ id: 1, order: 41 }], [at(2)], UPDATE)).toEqual([{ id: 2, order: 42 }])
})

test('linked ones without a number are numbered', () => {
  const initial = [{ id: 1, order: null }, ...linked(2)]
  expect(orderConnected(initial, [at(3)], UPDATE)).toEqual([
    { id: 1, order: 1 },
    { id: 2, order: 2 },
    { id: 3, order: 3 },
  ])
})

test('without room, the list is numbered anew, and only rows that get another number are written', () => {
  const initial = [
    { id: 1, order: 1 },
    { id: 2, order: 2 },
    { id: 3, order: 2 },
  ]
  expect(orderConnected(initial, [at(4, before(3))], UPDATE)).toEqual([
    { id: 4, order: 3 },
    { id: 3, order: 4 },
  ])
})

test('a list that starts at 0 has no room before it', () => {
  expect(orderConnected([{ id: 1, order: 0 }], [at(2, { kind: 'start' })], UPDATE)).toEqual([
    { id: 2, order: 1 },
    { id: 1, order: 2 },
  ])
})

test('any number of entries find room at the same place', () => {
  let list: { id: number; order: number | null }[] = linked(1, 2)
  for (let id = 3; id < 200; id += 1) {
    const changed = new Map(orderConnected(list, [at(id, after(1))], UPDATE).map(row => [row.id, row]))
    const ids = placeConnected(list, [at(id, after(1))], UPDATE).map(row => row.id)
    list = ids.map(each => changed.get(each) ?? list.find(row => row.id === each)!)
    const numbers = list.map(({ order }) => order!)
    expect(numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)).toBe(true)
  }
  expect(list.map(({ id }) => id).slice(0, 3)).toEqual([1, 199, 198])
})

test('a chain of many is followed to its end', () => {
  const count = 20_000
  const chain = Array.from({ length: count }, (_, index) => at(index + 1, before(index + 2)))
  const ordered = orderConnected([], [...chain, at(count + 1)], CREATE)
  expect(ordered.map(({ id }) => id)).toEqual(Array.from({ length: count + 1 }, (_, index) => index + 1))
})
