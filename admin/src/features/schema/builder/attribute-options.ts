/** Which options an attribute of each type has. */

export type OptionName =
  | 'required'
  | 'unique'
  | 'private'
  | 'localized'
  | 'default'
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'regex'
  | 'enum'
  | 'targetField'
  | 'media'
  | 'relation'
  | 'component'
  | 'components'

const FLAGS = ['required', 'private', 'localized'] as const
const UNIQUE = [...FLAGS, 'unique'] as const
const LENGTHS = ['minLength', 'maxLength'] as const
const BOUNDS = ['min', 'max'] as const
const NUMBER = [...UNIQUE, 'default', ...BOUNDS] as const

/** The types that can be chosen, in the order in which they are offered. */
export const OPTIONS = {
  string: [...UNIQUE, 'default', ...LENGTHS, 'regex'],
  text: [...UNIQUE, 'default', ...LENGTHS, 'regex'],
  richtext: [...FLAGS, 'default', ...LENGTHS],
  blocks: FLAGS,
  integer: NUMBER,
  biginteger: [...UNIQUE, 'default'],
  decimal: NUMBER,
  float: NUMBER,
  boolean: [...FLAGS, 'default'],
  date: [...UNIQUE, 'default'],
  datetime: [...UNIQUE, 'default'],
  time: [...UNIQUE, 'default'],
  email: [...UNIQUE, 'default', ...LENGTHS],
  password: ['required', ...LENGTHS, 'regex'],
  enumeration: ['enum', ...UNIQUE, 'default'],
  uid: ['targetField', 'required', 'private', 'default', ...LENGTHS],
  json: FLAGS,
  media: ['media', ...FLAGS],
  relation: ['relation', 'required', 'private'],
  component: ['component', ...FLAGS, ...BOUNDS],
  dynamiczone: ['components', 'required', 'localized', ...BOUNDS],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>

export type OfferedType = keyof typeof OPTIONS

/** What every attribute of a type that is not offered can still have, such as a custom field. */
const OTHERS: readonly OptionName[] = ['required', 'private']

export function optionsOf(type: string): readonly OptionName[] {
  return isOffered(type) ? OPTIONS[type] : OTHERS
}

export function isOffered(type: string): type is OfferedType {
  return Object.hasOwn(OPTIONS, type)
}

/** The options that are on or off: their names and what they mean. */
export const SWITCHES = {
  required: ['builder.required', 'builder.requiredHint'],
  unique: ['builder.unique', 'builder.uniqueHint'],
  private: ['builder.private', 'builder.privateHint'],
} as const

export const LIMITS = {
  minLength: 'builder.minLength',
  maxLength: 'builder.maxLength',
  min: 'builder.min',
  max: 'builder.max',
} as const

export const isSwitch = (name: string): name is keyof typeof SWITCHES => Object.hasOwn(SWITCHES, name)

export const isLimit = (name: string): name is keyof typeof LIMITS => Object.hasOwn(LIMITS, name)
