/** The values of a form: those of the API, with what a form needs to show and to change them. */
import type { FileValue, RelationItem } from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'

export type Attributes = Readonly<Record<string, AttributeInfo>>

/** By the uid of a component. */
export type ComponentAttributes = (uid: string) => Attributes

/** Scalars as they are; files always as a list; a component, several, or a zone as a list of parts. */
export type FormValue = Json | readonly FileValue[] | RelationState | readonly PartValue[]

export type FormValues = Readonly<Record<string, FormValue>>

/** One component of an entry. */
export interface PartReference {
  /** Stays the same while the part is moved or saved. Part of the path of its values. */
  readonly key: string
  /** `null` until it is saved. */
  readonly id: number | null
  readonly component: string
}

export interface PartValue extends PartReference {
  readonly values: FormValues
}

export interface RelationState {
  /** How many the server has. */
  readonly count: number
  /** Those of them that are loaded, from the first on, in the order of the server. */
  readonly loaded: readonly RelationItem[]
  /** What is chosen now, as far as it is loaded. */
  readonly items: readonly RelationItem[]
  /** Loaded ones that were taken out. */
  readonly removed: readonly RelationItem[]
}

export const NO_RELATION: RelationState = Object.freeze({ count: 0, loaded: [], items: [], removed: [] })

export function isParts({ type }: AttributeInfo): boolean {
  return type === 'component' || type === 'dynamiczone'
}

export function isPartList(value: FormValue): value is readonly PartValue[] {
  return (
    Array.isArray(value) &&
    value.every(part => typeof part === 'object' && part !== null && 'component' in part && 'key' in part)
  )
}

/** Two values that JSON cannot tell apart. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every(
    name =>
      Object.hasOwn(other, name) &&
      sameValue((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  )
}

/** Files are what they are chosen for: their names and words belong to the media library. */
export function isFileList(value: FormValue): value is readonly FileValue[] {
  return (
    Array.isArray(value) &&
    value.every(file => typeof file === 'object' && file !== null && 'mime' in file && 'url' in file)
  )
}

export function sameFiles(one: readonly FileValue[], other: readonly FileValue[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]!.id)
}

let lastKey = 0

/** Different in every tab, because tabs exchange parts. */
export function newPartKey(): string {
  lastKey += 1
  return `n${Date.now().toString(36)}${lastKey.toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`
}
