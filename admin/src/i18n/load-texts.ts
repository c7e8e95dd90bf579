/** Loads the texts of one language. Sign-in needs some parts only, and the pages of settings need more than others. */
import type { Language } from './languages.ts'
import type { Texts } from './texts.ts'

type Source = Partial<Texts>
type Json = { readonly default: Readonly<Record<string, string>> }

const SIGN_IN = ['common', 'session']

const small = import.meta.glob<Json>('./*/{common,errors,session}.json')
const panel = import.meta.glob<{ readonly default: Source }>('./*/index.ts')
const owner = import.meta.glob<{ readonly default: Source }>('./*/owner/index.ts')

export async function loadSignInTexts(language: Language): Promise<Source> {
  const texts = await Promise.all(SIGN_IN.map(part => small[`./${language}/${part}.json`]!()))
  return Object.fromEntries(texts.map((text, index) => [SIGN_IN[index], text.default])) as Source
}

/** What sign-in says when something goes wrong. No page waits for it. */
export async function loadErrorTexts(language: Language): Promise<Source> {
  return { errors: (await small[`./${language}/errors.json`]!()).default } as Source
}

const transfer = import.meta.glob<Json>('./*/owner/transfer.json')

/** What some pages need beyond the rest. */
const FURTHER = {
  owner: async (language: Language): Promise<Source> => (await owner[`./${language}/owner/index.ts`]!()).default,
  transfer: async (language: Language): Promise<Source> =>
    ({ transfer: (await transfer[`./${language}/owner/transfer.json`]!()).default }) as Source,
}

/** What is there so far; more is added to it. */
const loaded = new Map<Language, Source>()
const needed = new Set<keyof typeof FURTHER>()

export async function loadTexts(language: Language): Promise<Source> {
  const source = { ...(await panel[`./${language}/index.ts`]!()).default }
  loaded.set(language, source)
  for (const part of needed) Object.assign(source, await FURTHER[part](language))
  return source
}

/** For the pages of settings, before they are shown. */
export function loadOwnerTexts(): Promise<void> {
  return need('owner')
}

/** For those about backups, exports and imports. */
export async function loadTransferTexts(): Promise<void> {
  await Promise.all([need('owner'), need('transfer')])
}

async function need(part: keyof typeof FURTHER): Promise<void> {
  needed.add(part)
  await Promise.all([...loaded].map(async ([language, source]) => Object.assign(source, await FURTHER[part](language))))
}
