import type { I18n } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import type { Operator } from './filter-operators.ts'

const KEYS: Record<Operator, TextKey> = {
  $eq: 'list.opEq',
  $eqi: 'list.opEqi',
  $ne: 'list.opNe',
  $nei: 'list.opNei',
  $gt: 'list.opGt',
  $gte: 'list.opGte',
  $lt: 'list.opLt',
  $lte: 'list.opLte',
  $in: 'list.opIn',
  $notIn: 'list.opNotIn',
  $startsWith: 'list.opStartsWith',
  $startsWithi: 'list.opStartsWithi',
  $endsWith: 'list.opEndsWith',
  $endsWithi: 'list.opEndsWithi',
  $contains: 'list.opContains',
  $containsi: 'list.opContainsi',
  $notContains: 'list.opNotContains',
  $notContainsi: 'list.opNotContainsi',
  $notNull: 'list.opNotNull',
  $null: 'list.opNull',
  $last: 'list.opLast',
}

/** - `$contains` gives `contains` */
export function operatorText(t: I18n['t'], operator: string): string {
  return Object.hasOwn(KEYS, operator) ? t(KEYS[operator as Operator]) : operator
}
