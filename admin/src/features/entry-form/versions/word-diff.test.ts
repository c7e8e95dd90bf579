import { describe, expect, it } from 'vitest'
import { nearChanges, wordDiff } from './word-diff.ts'

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

  it('have some of the words around them, and no more', () => {
    const near = (before: string, after: string) =>
      nearChanges(wordDiff(before, after)).map(({ kind, text }) => `${kind} ${text}`)
    const long = 'bread and butter '.repeat(20)
    const [end, start] = [
      ' and butter bread and butter bread and butter bread and butter bread and butter ',
      'bread and butter bread and butter bread and butter bread and butter bread and ',
    ]
    expect(near(`${long}tea ${long}`, `${long}milk ${long}`)).toEqual([
      `same …${end}`,
      'removed tea',
      'added milk',
      `same  ${start}…`,
    ])
    expect(near('a warm day', 'a cold day')).toEqual(['same a ', 'removed warm', 'added cold', 'same  day'])
    expect(near(long, long)).toEqual(['same …'])
    expect(near(`tea ${long}tea`, `milk ${long}milk`)[2]).toMatch(/^same {2}bread [^…]*…[^…]* $/)
    expect(near('一'.repeat(300), `${'一'.repeat(300)} 二`)[0]).toBe(`same …${'一'.repeat(80)}`)
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
