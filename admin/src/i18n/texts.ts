/** The texts of the panel: one folder per language, one JSON file per part of the panel. English is complete. */
import type panel from './en/index.ts'
import type owner from './en/owner/index.ts'
import type transfer from './en/owner/transfer.json'

type English = typeof panel & typeof owner & { readonly transfer: typeof transfer }

/** `{ session: { login: 'Login' } }` has the key `session.login`. */
export type Texts = { readonly [Part in keyof English]: { readonly [Name in keyof English[Part]]: string } }

type PartKeys<Part extends keyof Texts> = `${Part}.${keyof Texts[Part] & string}`
type AnyKey = { [Part in keyof Texts]: PartKeys<Part> }[keyof Texts]
/** A text with a number has one form for each category of its language. It is asked for without the ending, with a count. */
export type PluralKey = AnyKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never
export type TextKey = Exclude<AnyKey, `${PluralKey}_${Intl.LDMLPluralRule}`>
