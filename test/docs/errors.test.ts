/** `docs/reference/errors.md` and the table of errors say the same. */
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../src/errors.ts'
import { pageText, tableRows } from './documented-examples.ts'
import { runExamples } from './run-examples.ts'

const entries = Object.entries(ERRORS)
const documented = tableRows(pageText('errors.md'), 'code').map(([code, status, name, message, when, remedy]) => ({
  code,
  status: Number(status),
  name,
  message,
  when,
  remedy,
}))

runExamples('errors.md')

describe('errors.md', () => {
  test.each(entries)('lists %s as it is', (_key, { code, status, name, message }) => {
    expect(documented.find(row => row.code === code)).toMatchObject({ code, status, name, message })
  })

  test.each(documented)('lists $code, which exists', ({ code }) => {
    expect(entries.map(([, entry]) => entry.code)).toContain(code)
  })

  test('lists each code once and in order', () => {
    const codes = documented.map(({ code }) => code)
    const sections = ['Q', 'C', 'A', 'M', 'S', 'P'].flatMap(letter =>
      codes.filter(code => code?.startsWith(letter)).sort(),
    )
    expect(codes).toEqual(sections)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test.each(documented)('says when $code happens and what to do', ({ when, remedy }) => {
    expect(when).toMatch(/^[A-Z`[].+\.$/)
    expect(remedy).toMatch(/^[A-Z`[].+\.$/)
  })
})

describe('the table of errors', () => {
  test('uses no code twice', () => {
    const codes = entries.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test.each(entries)('%s is well formed', (key, { code, status, name, message }) => {
    expect(key).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/)
    expect(code).toMatch(/^(?:Q1|C2|A3|S4|M5|P6)\d\d$/)
    expect(name).toMatch(/^(?:[A-Z][a-z]+)+Error$/)
    expect(message).not.toBe('')
    if (code.startsWith('S')) expect(status).toBeGreaterThanOrEqual(500)
    else expect(status).toBeLessThan(500)
  })
})
