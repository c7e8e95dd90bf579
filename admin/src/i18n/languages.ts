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

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language)
}
