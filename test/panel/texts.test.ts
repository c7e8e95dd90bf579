/** Every language has exactly the keys of English, with the same places to fill in; and every key is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const panel = fileURLToPath(new URL('../../admin/src', import.meta.url))
const folder = join(panel, 'i18n')
const languages = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

type Part = Readonly<Record<string, string>>
const parts = readdirSync(join(folder, 'en')).filter(name => name.endsWith('.json'))
const read = (language: string, part: string) => JSON.parse(readFileSync(join(folder, language, part), 'utf8')) as Part
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).toSorted()

describe.each(languages.filter(language => language !== 'en'))('the texts in %s', language => {
  it.each(parts)('are complete: %s', part => {
    const [english, translated] = [read('en', part), read(language, part)]
    expect(Object.keys(translated)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english))
      expect([key, places(translated[key]!)]).toEqual([key, places(text)])
  })
})

it('has a name for every language, and a language for every name', () => {
  const [, names] = /LANGUAGES = \{(.*?)\}/s.exec(readFileSync(join(folder, 'languages.ts'), 'utf8'))!
  expect([...names!.matchAll(/^ {2}(\w+):/gm)].map(match => match[1]).toSorted()).toEqual(languages.toSorted())
})

it('uses every key', () => {
  const code = readdirSync(panel, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
  const keys = parts.flatMap(part => Object.keys(read('en', part)).map(key => `${part.replace('.json', '')}.${key}`))
  const unused = keys.filter(key => !code.includes(`'${key.replace(/_(one|other)$/, '')}'`))
  expect(unused).toEqual([])
})
