/** The comparisons that make sense for a kind of value. Words and order are those of Strapi. */
import type { AttributeTypeName } from '../../../../../src/admin-api/schema-api.ts'

const EQUAL = ['$eq', '$ne'] as const
const ORDER = ['$gt', '$gte', '$lt', '$lte'] as const
const TEXT = [
  '$eqi',
  '$nei',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
] as const
/** Of the panel alone: so many days up to today. The server gets the first of them. */
export const LAST_DAYS = '$last'
const EMPTY = ['$notNull', '$null'] as const

export type Operator =
  | (typeof EQUAL)[number]
  | (typeof ORDER)[number]
  | (typeof TEXT)[number]
  | (typeof EMPTY)[number]
  | '$in'
  | '$notIn'
  | typeof LAST_DAYS

/** Of an entry behind a relation: an id has no order for people, and nobody writes a list of them. */
export const ENTRY_OPERATORS: readonly Operator[] = [...EQUAL, ...EMPTY]

const NUMBERS: readonly Operator[] = [...EQUAL, ...ORDER, '$in', '$notIn', ...EMPTY]
const TEXTS: readonly Operator[] = [...EQUAL, ...TEXT, '$in', '$notIn', ...EMPTY]

export function operatorsOf(type: AttributeTypeName | 'id'): readonly Operator[] {
  switch (type) {
    case 'boolean':
      return ['$eq', ...EMPTY]
    case 'enumeration':
      return [...EQUAL, ...EMPTY]
    case 'json':
    case 'array':
    case 'blocks':
      return ['$contains', '$notContains', '$containsi', '$notContainsi', ...EMPTY]
    case 'id':
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return NUMBERS
    case 'time':
      return [...EQUAL, ...ORDER, ...EMPTY]
    case 'date':
    case 'datetime':
    case 'timestamp':
      return [LAST_DAYS, ...EQUAL, ...ORDER, ...EMPTY]
    default:
      return TEXTS
  }
}

/** What people ask for most. */
export function usualOperator(type: AttributeTypeName | 'id'): Operator {
  const operators = operatorsOf(type)
  return operators.includes('$containsi') ? '$containsi' : operators[0]!
}

/** `$null` and `$notNull` take no value from the person. */
export const asksForValue = (operator: string): boolean => operator !== '$null' && operator !== '$notNull'

/** Several values, separated by commas. */
export const takesList = (operator: string): boolean => operator === '$in' || operator === '$notIn'

/** Compares with a whole value, not with a part of it. */
export const comparesWhole = (operator: string): boolean => [...EQUAL, ...ORDER].some(whole => whole === operator)
