/** How two answers differ. */
import type { Answer } from './question.ts'

export type Likeness = 'same' | 'key order' | 'different'

export function likeness(strapi: Answer, populus: Answer): Likeness {
  if (strapi.status !== populus.status) return 'different'
  if (JSON.stringify(strapi.body) === JSON.stringify(populus.body)) return 'same'
  return isEqual(strapi.body, populus.body) ? 'key order' : 'different'
}

/** Key order aside. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), b as Readonly<Record<string, unknown>>]
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && isEqual(value, right[key]))
  )
}

export interface DifferingPath {
  /** `data[0].attributes.title` */
  readonly path: string
  /** The value there, shortened; `null` if there is none. */
  readonly strapi: string | null
  readonly populus: string | null
}

const MOST_PATHS = 20
const LONGEST_VALUE = 120

/** The first places at which two bodies differ. */
export function differingPaths(strapi: unknown, populus: unknown): readonly DifferingPath[] {
  const found: DifferingPath[] = []
  const visit = (path: string, a: unknown, b: unknown): void => {
    if (found.length >= MOST_PATHS || isEqual(a, b)) return
    if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const inner = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
        visit(inner, a[key], b[key])
      }
    } else found.push({ path, strapi: shown(a), populus: shown(b) })
  }
  visit('', strapi, populus)
  return found
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
