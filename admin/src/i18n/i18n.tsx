/** `useTexts()` gives a component the texts, dates and numbers of the chosen language. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Language, preferredLanguage, storeLanguage, withRegion } from './languages.ts'
import { fill, lookUp, lookUpPlural, type Sources, type Values } from './look-up.ts'
import { errorText, problemText } from './server-texts.ts'
import type { PluralKey, TextKey, Texts } from './texts.ts'

export interface I18n {
  readonly language: Language
  /** For dates: the language, as it is written where the browser is. */
  readonly dateLocale: string
  readonly setLanguage: (language: Language) => void
  readonly t: (key: TextKey, values?: Values) => string
  /** With `count` filled in, in the form that the language uses for that number. */
  readonly count: (key: PluralKey, count: number, values?: Values) => string
  readonly number: (value: number) => string
  /** What went wrong, also if the server says so. */
  readonly errorText: (error: unknown) => string
  /** What the server, or its rules, find wrong with a value. */
  readonly problemText: (message: string) => string
  /** - `3 minutes ago` */
  readonly ago: (date: string | Date) => string
  readonly date: (date: string | Date) => string
}

const Context = createContext<I18n | undefined>(undefined)

type Source = Partial<Texts>
export type Loader = (language: Language) => Promise<Source>

interface Loaded {
  readonly language: Language
  readonly sources: readonly Source[]
  /** With what comes later. */
  readonly isWhole?: boolean
}

async function load(language: Language, loader: Loader): Promise<Loaded> {
  const sources = await Promise.all(language === 'en' ? [loader('en')] : [loader(language), loader('en')])
  return { language, sources }
}

export interface I18nProps {
  readonly loader: Loader
  /** The rest, which is added as soon as the person does something, or is told of an error. */
  readonly laterLoader?: Loader | undefined
  readonly children: ReactNode
}

export function I18nProvider({ loader, laterLoader, children }: I18nProps): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    load(preferredLanguage(), loader).then(setLoaded)
  }, [loader])
  const addLater = useLater(loaded, laterLoader, setLoaded)
  const value = useMemo(() => {
    if (loaded === undefined) return undefined
    document.documentElement.lang = loaded.language
    const setLanguage = (language: Language) => {
      storeLanguage(language)
      load(language, loader).then(setLoaded)
    }
    return i18nOf(loaded, { setLanguage, onError: addLater })
  }, [loaded, loader, addLater])
  return value === undefined ? null : <Context value={value}>{children}</Context>
}

const ACTS = ['keydown', 'pointerdown'] as const

/** Gives the way to ask for the rest; what the person does first asks for it too. */
function useLater(loaded: Loaded | undefined, loader: Loader | undefined, onLoaded: (whole: Loaded) => void) {
  const asked = useRef<Loaded>(undefined)
  const add = useCallback(() => {
    if (loaded === undefined || loader === undefined || loaded.isWhole || asked.current === loaded) return
    asked.current = loaded
    load(loaded.language, loader).then(
      ({ sources: more }) => {
        const sources = loaded.sources.map((source, index) => ({ ...source, ...more[index] }))
        onLoaded({ ...loaded, sources, isWhole: true })
      },
      () => {
        asked.current = undefined
      },
    )
  }, [loaded, loader, onLoaded])
  useEffect(() => {
    for (const act of ACTS) document.addEventListener(act, add, true)
    return () => {
      for (const act of ACTS) document.removeEventListener(act, add, true)
    }
  }, [add])
  return add
}

export function useTexts(): I18n {
  const value = use(Context)
  if (value === undefined) throw new Error('useTexts needs an I18nProvider')
  return value
}

interface I18nActs extends Pick<I18n, 'setLanguage'> {
  /** Before the words for an error are looked up. */
  readonly onError: () => void
}

function i18nOf({ language, sources }: Loaded, { setLanguage, onError }: I18nActs): I18n {
  const plural = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const dateLocale = withRegion(language, navigator.languages)
  const dates = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const known = sources as Sources
  return {
    language,
    dateLocale,
    setLanguage,
    t: (key, values) => fill(lookUp(known, key), values),
    count: (key, count, values) =>
      fill(lookUpPlural(known, key, plural.select(count)), { count: numbers.format(count), ...values }),
    number: value => numbers.format(value),
    errorText: error => {
      onError()
      return errorText(known, error)
    },
    problemText: message => problemText(known, message),
    ago: date => agoOf(relative, new Date(date)),
    date: date => dates.format(new Date(date)),
  }
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

function agoOf(format: Intl.RelativeTimeFormat, date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return format.format(Math.round(seconds / length), unit)
}
