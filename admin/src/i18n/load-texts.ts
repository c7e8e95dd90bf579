/** Loads the texts of one language. Sign-in needs two parts only, the panel needs all of them. */
import type { Language } from './languages.ts'
import type { Texts } from './texts.ts'

type Source = Partial<Texts>
type Json = { readonly default: Readonly<Record<string, string>> }

const small = import.meta.glob<Json>('./*/{common,session}.json')
const complete = import.meta.glob<{ readonly default: Source }>('./*/index.ts')

export async function loadSignInTexts(language: Language): Promise<Source> {
  const [common, session] = await Promise.all(['common', 'session'].map(part => small[`./${language}/${part}.json`]!()))
  return { common: common!.default, session: session!.default } as Source
}

export async function loadTexts(language: Language): Promise<Source> {
  return (await complete[`./${language}/index.ts`]!()).default
}
