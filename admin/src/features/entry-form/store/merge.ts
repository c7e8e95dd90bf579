/** Brings two versions of an entry together that both began with the same one. */
import { isDifferent } from './entry-input.ts'
import type { FormValue, FormValues, PartValue } from './form-value.ts'

export interface Mine {
  readonly mine: FormValue
  /** What the person began with. */
  readonly from: FormValue
}

/** What a person has changed, by attribute. Also the content of a draft. */
export type Changes = Readonly<Record<string, Mine>>

export interface Merge {
  /** Attributes that only this person has changed. */
  readonly mine: readonly string[]
  /** Attributes that both have changed, to different values. */
  readonly both: readonly string[]
}

export function mergeOf(changes: Changes, theirs: FormValues): Merge {
  const names = Object.keys(changes).filter(name => name in theirs)
  const both = names.filter(name => {
    const { mine, from } = changes[name]!
    return isDifferent(from, theirs[name]) && isDifferent(mine, theirs[name])
  })
  return { mine: names.filter(name => !both.includes(name)), both }
}

/** Parts that the other person has removed no longer exist under their id; they are new ones now. */
export function onTopOf(mine: FormValue, theirs: FormValue): FormValue {
  if (!isPartList(mine)) return mine
  const known = isPartList(theirs) ? theirs : []
  return mine.map(part => {
    const same = known.find(({ id, component }) => id === part.id && component === part.component)
    if (part.id !== null && same === undefined) return withoutIds(part)
    const values = Object.entries(part.values).map(([name, value]) => [
      name,
      onTopOf(value, same?.values[name] ?? null),
    ])
    return { ...part, values: Object.fromEntries(values) as FormValues }
  })
}

/** A copy of a part that the server does not know. */
function withoutIds(part: PartValue): PartValue {
  const values = Object.entries(part.values).map(([name, value]) => [
    name,
    isPartList(value) ? value.map(withoutIds) : value,
  ])
  return { ...part, id: null, values: Object.fromEntries(values) as FormValues }
}

export function isPartList(value: FormValue): value is readonly PartValue[] {
  return (
    Array.isArray(value) &&
    value.every(part => typeof part === 'object' && part !== null && 'component' in part && 'key' in part)
  )
}
