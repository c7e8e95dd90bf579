import { describe, expect, it } from 'vitest'
import { alignParts } from './align-parts.ts'

const parts = (text: string) =>
  text === '' ? [] : text.split(' ').map(key => ({ key, id: null, component: key.replace(/\d/, '') }))
const pairs = (mine: string, theirs: string) => [...alignParts(parts(mine), parts(theirs))].map(pair => pair.join('-'))

describe('parts of two locales', () => {
  it('belong together in their order', () => {
    expect(pairs('q1 i2 q3', 'q7 q8')).toEqual(['q1-q7', 'q3-q8'])
    expect(pairs('q1', 'i2')).toEqual([])
    expect(pairs('', 'i2')).toEqual([])
    expect(pairs('h1 q2 c3', 'h4 i5 q6 c7')).toEqual(['h1-h4', 'q2-q6', 'c3-c7'])
  })
})
