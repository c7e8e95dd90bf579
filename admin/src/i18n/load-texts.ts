/** Loads the texts of one language. Sign-in needs some parts only, the panel needs all of them. */
import type { Language } from './languages.ts'
import type { Texts } from './texts.ts'

type Source = Partial<Texts>
type Json = { readonly default: Readonly<Record<string, string>> }

const PARTS = ['common', 'errors', 'session']

const small = import.meta.glob<Json>('./*/{common,errors,session}.json')
const complete = import.meta.glob<{ readonly default: Source }>('./*/index.ts')

export async function loadSignInTexts(language: Language): Promise<Source> {
  const texts = await Promise.all(PARTS.map(part => small[`./${language}/${part}.json`]!()))
  return Object.fromEntries(texts.map((text, index) => [PARTS[index], text.default])) as Source
}

export async function loadTexts(language: Language): Promise<Source> {
  return (await complete[`./${language}/index.ts`]!()).default
}
