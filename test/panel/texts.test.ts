/** Every language has the keys of English, with the same places to fill in and its own plural forms; and every key is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const panel = fileURLToPath(new URL('../../admin/src', import.meta.url))
const folder = join(panel, 'i18n')
const languages = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

type Part = Readonly<Record<string, string>>
const parts = readdirSync(join(folder, 'en'), { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
)
const read = (language: string, part: string) => JSON.parse(readFileSync(join(folder, language, part), 'utf8')) as Part
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).toSorted()

const FORMS = /_(zero|one|two|few|many|other)$/
/** `found_one` and `found_other` are forms of `found`. */
const pluralsOf = (part: Part) => [
  ...new Set(
    Object.keys(part)
      .filter(key => FORMS.test(key))
      .map(baseOf),
  ),
]
const baseOf = (key: string) => key.replace(FORMS, '')
const textOf = (part: Part, key: string) => part[key] ?? part[`${key}_other`]!

describe.each(languages)('the texts in %s', language => {
  it.each(parts)('are complete: %s', part => {
    const [english, translated] = [read('en', part), read(language, part)]
    const keys = [...new Set(Object.keys(english).map(baseOf))]
    expect([...new Set(Object.keys(translated).map(baseOf))]).toEqual(keys)
    for (const key of keys) expect([key, places(textOf(translated, key))]).toEqual([key, places(textOf(english, key))])
  })

  it.each(parts)('have exactly the plural forms of the language: %s', part => {
    const texts = read(language, part)
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    for (const key of pluralsOf(texts)) {
      const forms = Object.keys(texts).filter(name => FORMS.test(name) && baseOf(name) === key)
      expect([key, forms.map(form => form.slice(key.length + 1)).toSorted()]).toEqual([key, categories])
      expect(key in texts, `${key} has plural forms and one without a number`).toBe(false)
    }
  })

  it.each(parts)('have a plural form wherever a count is part of a sentence: %s', part => {
    const single = Object.entries(read(language, part)).filter(([key]) => !FORMS.test(key))
    // In brackets, a number stands for itself.
    expect(single.filter(([, text]) => /\{count\}(?![)）])/.test(text)).map(([key]) => key)).toEqual(
      part === 'form.json' ? ['dragOver', 'dragDropped'] : [],
    )
  })
})

it('has a name for every language, and a language for every name', () => {
  const [, names] = /LANGUAGES = \{(.*?)\}/s.exec(readFileSync(join(folder, 'languages.ts'), 'utf8'))!
  expect([...names!.matchAll(/^ {2}(\w+):/gm)].map(match => match[1]).toSorted()).toEqual(languages.toSorted())
})

it('uses every key', () => {
  const code = sourcesOf(panel)
  const used = parts.filter(part => part !== 'errors.json')
  const keys = used.flatMap(part => Object.keys(read('en', part)).map(key => `${basename(part, '.json')}.${key}`))
  expect(keys.filter(key => !code.includes(`'${baseOf(key)}'`))).toEqual([])
})

it('shows no English that is written in the code', () => {
  const files = readdirSync(join(panel, 'features'), { recursive: true, withFileTypes: true })
  const found = files
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ parentPath, name }) => {
      const code = readFileSync(join(parentPath, name), 'utf8')
      return [...code.matchAll(/(?:>|(?:label|title|placeholder|hint)=")([A-Z][a-z]+(?: [a-z]+)+)[."<]/g)].map(
        match => `${name}: ${match[1]}`,
      )
    })
  expect(found).toEqual([])
})

function sourcesOf(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
}
