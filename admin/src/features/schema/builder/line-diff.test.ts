import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const SIGNS = { same: ' ', added: '+', removed: '-', left: '…' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`)

test('shows what was added and removed', () => {
  expect(shown('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(shown('', 'a\n')).toEqual(['+a'])
  expect(shown('a\nb\n', '')).toEqual(['-a', '-b'])
})

test('leaves out what is far from a change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index))
  const after = lines.map(line => (line === '10' ? 'ten' : line))
  expect(shown(lines.join('\n'), after.join('\n'))).toEqual([
    '…',
    ' 7',
    ' 8',
    ' 9',
    '-10',
    '+ten',
    ' 11',
    ' 12',
    ' 13',
    '…',
  ])
})
