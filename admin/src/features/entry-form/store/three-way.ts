/** Brings two versions of a value together that both began with the same one: texts by lines, lists of parts by part. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { isDifferent } from './entry-input.ts'
import { type ComponentAttributes, type FormValue, isParts, type PartValue } from './form-value.ts'
import { mergeLists } from './merge-lists.ts'

export interface Versions<Value = FormValue> {
  /** What both began with. */
  readonly from: Value
  readonly mine: Value
  readonly theirs: Value
}

/** The value with the changes of both, or `undefined` if both changed the same place of it. */
export function mergeValue(
  attribute: AttributeInfo,
  { from, mine, theirs }: Versions,
  components: ComponentAttributes,
): FormValue | undefined {
  if (!isDifferent(from, theirs)) return mine
  if (!isDifferent(from, mine) || !isDifferent(mine, theirs)) return theirs
  if (isParts(attribute)) return mergeParts({ from, mine, theirs } as Versions<Parts>, components)
  return isText(attribute) ? mergeTexts([from, mine, theirs].map(text => text ?? '') as string[]) : undefined
}

/** Texts with lines that mean something on their own. */
function isText({ type }: AttributeInfo): boolean {
  return type === 'text' || type === 'richtext'
}

function mergeTexts([from = '', mine = '', theirs = '']: readonly string[]): string | undefined {
  return mergeLists(from.split('\n'), mine.split('\n'), theirs.split('\n'))?.join('\n')
}

type Parts = readonly PartValue[]

function mergeParts({ from, mine, theirs }: Versions<Parts>, components: ComponentAttributes): Parts | undefined {
  // A part without an id cannot be found in another version.
  if (from.some(({ id }) => id === null)) return undefined
  const [first, own, other] = [byName(from), byName(mine), byName(theirs)]
  const names = mergeLists([...first.keys()], [...own.keys()], [...other.keys()], true)
  if (names === undefined || new Set(names).size < names.length) return undefined
  const removed = [...first.keys()].filter(name => !names.includes(name))
  if (removed.some(name => isChanged(first.get(name)!, own.get(name)) || isChanged(first.get(name)!, other.get(name))))
    return undefined
  const merged = names.map(name => mergePart(first.get(name), own.get(name), other.get(name), components))
  return merged.includes(undefined) ? undefined : (merged as Parts)
}

function byName(parts: Parts): ReadonlyMap<string, PartValue> {
  return new Map(parts.map(part => [part.id === null ? part.key : `${part.component} ${part.id}`, part]))
}

function isChanged(before: PartValue, now: PartValue | undefined): boolean {
  return now !== undefined && isDifferent([before], [now])
}

function mergePart(
  from: PartValue | undefined,
  mine: PartValue | undefined,
  theirs: PartValue | undefined,
  components: ComponentAttributes,
): PartValue | undefined {
  if (mine === undefined || theirs === undefined || from === undefined) return mine ?? theirs
  const pairs = Object.entries(components(mine.component)).map(([name, attribute]) => {
    const [before = null, own = null, other = null] = [from.values[name], mine.values[name], theirs.values[name]]
    return [name, mergeValue(attribute, { from: before, mine: own, theirs: other }, components)] as const
  })
  const isWhole = pairs.every(([, value]) => value !== undefined)
  return isWhole ? { ...mine, values: Object.fromEntries(pairs) as PartValue['values'] } : undefined
}
