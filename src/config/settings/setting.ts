/**
 * The building blocks of the settings schema. Each setting defines in one place what it accepts, its default, its
 * environment variable and its meaning. Types, checks and the documentation page are derived from that.
 */
import { z } from 'zod'

/** Converts a variable's text to a value. Text that does not fit stays unchanged, so the check can report it. */
export type ReadVariable = (text: string) => unknown

export interface SettingNotes {
  /** What the setting does, for the documentation. */
  readonly meaning: string
  /** The environment variable that sets it. */
  readonly env?: string
  /** A description of the default, if it is not a constant. */
  readonly otherwise?: string
}

export interface DescribedSetting extends SettingNotes {
  readonly read: ReadVariable
}

const described = z.registry<DescribedSetting>()

/** A setting with a constant default. */
export type Defaulted<T> = z.ZodDefault<z.ZodCustom<T>>
/** A setting that may be absent, even after loading. */
export type Optional<T> = z.ZodOptional<z.ZodCustom<T>>

interface WithDefault<T> extends SettingNotes {
  readonly default: T
}

export interface Kind<T> {
  readonly schema: z.ZodCustom<T>
  readonly read: ReadVariable
}

/** The notes given to `setting` for a member of the schema; `undefined` for a group of settings. */
export function notesOf(schema: z.ZodType): DescribedSetting | undefined {
  return described.get(schema)
}

export function setting<T>(kind: Kind<T>, notes: WithDefault<NoInfer<T>>): Defaulted<T>
export function setting<T>(kind: Kind<T>, notes: SettingNotes): Optional<T>
export function setting<T>({ schema, read }: Kind<T>, notes: SettingNotes | WithDefault<T>) {
  const finished = 'default' in notes ? schema.default(notes.default as never) : schema.optional()
  described.add(finished, { ...notes, read })
  return finished
}

/** Settings that belong together. All of them may be absent. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).prefault({} as never)
}

/** A value that passes `test`. The error shows what is expected and what was given. */
export function value<T>(expected: string, test: (given: unknown) => boolean, read: ReadVariable = asIs): Kind<T> {
  return { schema: z.custom<T>(test, { error: issue => `expected ${expected}, got ${show(issue.input)}` }), read }
}

export const text = (what: string): Kind<string> => value(what, isText)
export const flag = (): Kind<boolean> => value('true or false', given => typeof given === 'boolean', readFlag)
export const list = (what: string): Kind<readonly string[]> => value(what, isTextList, readList)
export const oneOf = <T extends string>(choices: readonly T[], read: ReadVariable = asIs): Kind<T> =>
  value(choices.map(choice => `"${choice}"`).join(' or '), given => choices.includes(given as T), read)

/** A string that never appears in a message. */
export function secret(): Kind<string> {
  return { schema: z.custom<string>(isText, { error: 'expected a non-empty string' }), read: asIs }
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const test = (given: unknown) => Number.isSafeInteger(given) && Number(given) >= least && Number(given) <= most
  return value(`a whole number ${range}`, test, readNumber)
}

const asIs: ReadVariable = given => given
const readNumber: ReadVariable = given => (/^\d+$/.test(given.trim()) ? Number(given) : given)
const readFlag: ReadVariable = given => FLAGS.get(given.trim().toLowerCase()) ?? given
/** For values that may have commas. */
export const readWords: ReadVariable = given => given.split(' ').filter(word => word !== '')
export const readList: ReadVariable = given => given.split(',').map(part => part.trim())

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

export const isText = (given: unknown): boolean => typeof given === 'string' && given !== ''
export const isTextList = (given: unknown): boolean => Array.isArray(given) && given.every(isText)

/** Shows a value in a message: short, and without the password of an address. */
export function show(given: unknown): string {
  if (given === undefined) return 'nothing'
  const shown = JSON.stringify(given) ?? typeof given
  const safe = withoutPassword(shown)
  return safe.length > 80 ? `${safe.slice(0, 77)}...` : safe
}

/** `postgres://user:***@host`: a password may have any character, also the one behind it, so all up to the last one is left out. */
function withoutPassword(text: string): string {
  const start = text.indexOf('://') + 3
  const end = text.lastIndexOf('@')
  const colon = text.indexOf(':', start)
  return start < 3 || colon === -1 || colon > end ? text : `${text.slice(0, colon)}:***${text.slice(end)}`
}
