import { describe, expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('')

describe('words of two texts', () => {
  it('are marked where they differ', () => {
    expect(shown('a warm day', 'a cold day')).toBe('a -warm-+cold+ day')
    expect(shown('one two', 'one two')).toBe('one two')
    expect(shown('', 'new')).toBe('+new+')
    expect(shown('old', '')).toBe('-old-')
    expect(shown('tea and cake', 'tea, milk and cake')).toBe('tea+, milk+ and cake')
    expect(shown('我喜欢茶', '我喜欢咖啡')).toContain('+咖啡+')
  })

  it('are the same again when the pieces are joined, however long the texts are', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ')
    const after = Array.from({ length: 3000 }, (_, index) => `word${index * 2}`).join(' ')
    const pieces = wordDiff(before, after)
    const without = (kind: string) => pieces.flatMap(piece => (piece.kind === kind ? [] : piece.text)).join('')
    expect(without('added')).toBe(before)
    expect(without('removed')).toBe(after)
  })
})
