/** What an aggregate should say, computed from entries as a list shows them. */
import type { ValueName } from './aggregate-queries.ts'

export interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface AskedAggregate {
  readonly groupBy: readonly string[]
  readonly measures: Readonly<Partial<Record<'sum' | 'avg' | 'min' | 'max' | 'countDistinct', readonly string[]>>>
}

type Names = ReadonlyMap<string, ValueName>
type Group = { readonly group?: object; readonly count: number }

/** One object for each group, in no order; without `groupBy`, one for everything. */
export function computeByHand(entries: readonly Entry[], { groupBy, measures }: AskedAggregate, names: Names): Group[] {
  const groups = new Map<string, { readonly group: object; readonly entries: Entry[] }>()
  if (groupBy.length === 0) groups.set('{}', { group: {}, entries: [...entries] })
  else
    for (const entry of entries) {
      const group = Object.fromEntries(groupBy.map(key => [key, groupValue(entry, key, names)]))
      const text = JSON.stringify(group)
      const known = groups.get(text)
      if (known === undefined) groups.set(text, { group, entries: [entry] })
      else known.entries.push(entry)
    }
  return [...groups.values()].map(({ group, entries: own }) => ({
    ...(groupBy.length === 0 ? {} : { group }),
    count: own.length,
    ...Object.fromEntries(
      Object.entries(measures).map(([measure, keys]) => [
        measure,
        Object.fromEntries(keys.map(key => [key, compute(measure, names.get(key)!, own)])),
      ]),
    ),
  }))
}

function groupValue(entry: Entry, key: string, names: Names): unknown {
  const [name = '', bucket] = key.split(':')
  const value = shownValue(entry, names.get(name)!)
  return bucket === undefined || value === null ? value : firstDay(bucket, momentOf(value))
}

function momentOf(value: unknown): Date {
  return new Date(/^-?\d+$/.test(String(value)) ? Number(value) : String(value))
}

function firstDay(bucket: string, moment: Date): string {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()]
  const monday = day - ((moment.getUTCDay() + 6) % 7)
  const first: Readonly<Record<string, readonly [number, number]>> = {
    day: [month, day],
    week: [month, monday],
    month: [month, 1],
    quarter: [month - (month % 3), 1],
    year: [0, 1],
  }
  return new Date(Date.UTC(year, ...first[bucket]!)).toISOString().slice(0, 10)
}

/** Follows relations, which have `data`, and components, which have none. */
function shownValue({ attributes }: Entry, { path, type }: ValueName): unknown {
  let current: Record<string, unknown> | null = { ...attributes }
  for (const [index, { name, kind }] of path.entries()) {
    const value: unknown = current?.[name] ?? null
    if (kind === 'scalar') return value
    const found = kind === 'component' ? value : ((value as { data: Entry | null } | null)?.data ?? null)
    if (found === null) return null
    if (type === 'id' && index === path.length - 1) return (found as Entry).id
    current = kind === 'component' ? (found as Record<string, unknown>) : { ...(found as Entry).attributes }
  }
  return null
}

function compute(measure: string, name: ValueName, entries: readonly Entry[]): unknown {
  const values = entries.map(entry => shownValue(entry, name)).filter(value => value !== null)
  if (measure === 'countDistinct') return new Set(values.map(value => JSON.stringify(value))).size
  if (values.length === 0) return null
  if (measure === 'min' || measure === 'max') {
    const sorted = values.toSorted((a, b) => compare(a, b, name))
    return measure === 'min' ? sorted[0] : sorted.at(-1)
  }
  const sum = exactSum(values.map(String))
  if (measure === 'avg') return rounded(Number(sum) / values.length, name)
  return name.type === 'biginteger' ? sum : rounded(Number(sum), name)
}

function compare(a: unknown, b: unknown, { type }: ValueName): number {
  if (type === 'biginteger' || type === 'timestamp') return BigInt(a as string) < BigInt(b as string) ? -1 : 1
  return a! < b! ? -1 : 1
}

/** Floats agree in fifteen digits. */
function rounded(number: number, { type }: ValueName): number {
  return type === 'float' ? Number(number.toPrecision(15)) : number
}

const DIGITS = 20

/** Adds the digits, as on paper. */
function exactSum(numbers: readonly string[]): string {
  const units = numbers.reduce((sum, text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const number = BigInt(whole + fraction.padEnd(DIGITS, '0'))
    return text.startsWith('-') ? sum - number : sum + number
  }, 0n)
  const text = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0')
  const fraction = text.slice(-DIGITS).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${text.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`
}
