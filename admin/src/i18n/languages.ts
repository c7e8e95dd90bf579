/** The languages of the panel. A language is a folder beside this file, loaded when somebody chooses it. */

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  zh: '中文',
} as const

export type Language = keyof typeof LANGUAGES

const STORED = 'populus-language'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}

/** The person's choice on this browser, otherwise what the browser prefers. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED)
  if (isLanguage(stored)) return stored
  return navigator.languages.map(tag => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

/**
 * - `en` in a browser that prefers `en-GB` gives `en-GB`; in one that prefers `de-AT`, `en-AT`: its days come before its months
 * - `en` where no region is known gives `en`
 */
export function withRegion(language: Language, preferred: readonly string[]): string {
  const tags = preferred.flatMap(tag => readTag(tag) ?? [])
  const { region } = tags.find(tag => tag.language === language && tag.region) ?? tags.find(tag => tag.region) ?? {}
  return region === undefined ? language : `${language}-${region}`
}

function readTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language)
}
