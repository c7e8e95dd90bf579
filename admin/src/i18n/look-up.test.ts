import { expect, it } from 'vitest'
import { fill, lookUp, lookUpPlural } from './look-up.ts'

it('fills in values, and leaves what has none', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}')
})

it('falls back to English, then to the key', () => {
  const sources = [{ list: { title: 'Liste' } }, { list: { title: 'List', more: 'More' } }]
  expect(['list.title', 'list.more', 'list.less'].map(key => lookUp(sources, key))).toEqual([
    'Liste',
    'More',
    'list.less',
  ])
})

const RUSSIAN = {
  files_one: '{count} файл',
  files_few: '{count} файла',
  files_many: '{count} файлов',
  files_other: '{count} файла',
}
const ARABIC = {
  files_zero: 'لا ملفات',
  files_one: 'ملف واحد',
  files_two: 'ملفان',
  files_few: '{count} ملفات',
  files_many: '{count} ملفًا',
  files_other: '{count} ملف',
}

it.each([
  ['ru', RUSSIAN, { 1: 'one', 2: 'few', 5: 'many', 21: 'one', 1.5: 'other' }],
  ['ar', ARABIC, { 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 11: 'many', 100: 'other' }],
] as const)('uses every form of %s', (language, list, expected) => {
  const rules = new Intl.PluralRules(language)
  expect(rules.resolvedOptions().pluralCategories.toSorted()).toEqual([...new Set(Object.values(expected))].toSorted())
  for (const [count, form] of Object.entries(expected))
    expect(lookUpPlural([{ list }], 'list.files', rules.select(Number(count)))).toBe(
      list[`files_${form}` as keyof typeof list],
    )
})

it('uses the general form where a form is missing', () => {
  expect(lookUpPlural([{ list: { files_other: '{count} files' } }], 'list.files', 'few')).toBe('{count} files')
})
