/** The texts of the panel: one folder per language, one JSON file per part of the panel. English is complete. */
import type en from './en/index.ts'

/** `{ session: { login: 'Login' } }` has the key `session.login`. */
export type Texts = { readonly [Part in keyof typeof en]: { readonly [Name in keyof (typeof en)[Part]]: string } }

type PartKeys<Part extends keyof Texts> = `${Part}.${keyof Texts[Part] & string}`
type AnyKey = { [Part in keyof Texts]: PartKeys<Part> }[keyof Texts]
/** Keys ending in `_one` and `_other` are asked for without the ending, with a count. */
export type PluralKey = AnyKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
export type TextKey = AnyKey

export type Values = Readonly<Record<string, string | number>>

/** - `fill('Hello {name}', { name: 'Ana' })` gives `Hello Ana` */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Falls back to English and then to the key, so that a missing translation is never a broken page. */
export function lookUp(
  sources: readonly Partial<Record<string, Partial<Record<string, string>>>>[],
  key: string,
): string {
  const dot = key.indexOf('.')
  const [part, name] = [key.slice(0, dot), key.slice(dot + 1)]
  for (const source of sources) {
    const found = source[part]?.[name]
    if (found !== undefined) return found
  }
  return key
}
