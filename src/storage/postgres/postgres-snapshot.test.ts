import { expect, test } from 'vitest'
import { isExplained, parseSnapshot } from './postgres-snapshot.ts'

test('a snapshot is read from its text', () => {
  expect(parseSnapshot('10:20:10,14')).toEqual({ text: '10:20:10,14', from: 10, to: 20, running: new Set([10, 14]) })
  expect(parseSnapshot('10:10:').running.size).toBe(0)
})

const explained = (older: string, newer: string, known: number[]) =>
  isExplained(parseSnapshot(older), parseSnapshot(newer), new Set(known))

test.each([
  ['nothing happened', '10:10:', '10:10:', [], true],
  ['a transaction ended that nobody announced', '10:10:', '11:11:', [], false],
  ['the one that ended was announced', '10:10:', '11:11:', [10], true],
  ['one has begun and still runs', '10:10:', '10:11:10', [], true],
  ['of two that ended one was announced', '10:10:', '12:12:', [11], false],
  ['one that ran before has ended', '10:12:10', '12:12:', [], false],
  ['one that ran before has ended and was announced', '10:12:10', '12:12:', [10], true],
  ['a known one that had ended before explains nothing', '10:12:10', '12:12:', [11], false],
  ['one that ran before still runs', '10:12:10', '10:12:10', [], true],
  ['too many to look at', '10:10:', '100010:100010:', [], false],
] as const)('%s', (_, older, newer, known, expected) => {
  expect(explained(older, newer, [...known])).toBe(expected)
})
