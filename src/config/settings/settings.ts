/** Derived from the settings schema: the settings of one source, their paths, and their defaults. */
import { z } from 'zod'
import { type DescribedSetting, notesOf } from './setting.ts'
import { settingsSchema } from './settings-schema.ts'

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T

/** All settings, with their defaults. */
export type CompleteSettings = DeepReadonly<z.output<typeof settingsSchema>>
/** The settings of one source, checked; everything may be absent. */
export type Settings = DeepPartial<CompleteSettings>
export type DatabaseSettings = NonNullable<Settings['database']>

export interface ListedSetting extends DescribedSetting {
  /** Such as `api.maxLimit`. */
  readonly path: string
  /** `undefined` if the default is not a constant. */
  readonly default: unknown
}

/** Every setting, in schema order. */
export const SETTINGS: readonly ListedSetting[] = Object.freeze(settingsBelow(settingsSchema, ''))

/** Checks one source: no setting is required, and no defaults are added. */
export const sourceSchema = withoutDefaults(settingsSchema) as unknown as z.ZodType<Settings>

/** Adds the defaults to the given settings. */
export function complete(settings: Settings): CompleteSettings {
  return settingsSchema.parse(settings) as CompleteSettings
}

function settingsBelow(schema: z.ZodObject, prefix: string): ListedSetting[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const path = prefix + name
    if (member instanceof z.ZodPrefault) return settingsBelow(member.unwrap() as z.ZodObject, `${path}.`)
    const defaultValue = member instanceof z.ZodDefault ? member.parse(undefined) : undefined
    return [{ ...notesOf(member as z.ZodType)!, path, default: defaultValue }]
  })
}

function withoutDefaults(schema: z.ZodObject): z.ZodObject {
  const members = Object.entries(schema.shape).map(([name, member]) => {
    if (member instanceof z.ZodPrefault) return [name, withoutDefaults(member.unwrap() as z.ZodObject).optional()]
    return [name, member instanceof z.ZodDefault ? (member.unwrap() as z.ZodType).optional() : member]
  })
  return z.strictObject(Object.fromEntries(members))
}
