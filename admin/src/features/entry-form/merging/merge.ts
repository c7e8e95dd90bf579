/** Brings two versions of an entry together that both began with the same one. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { FormModel } from '../store/form-store.ts'
import { type FormValue, type FormValues, isPartList, type PartValue } from '../store/form-value.ts'
import { isSameContent } from './same-content.ts'
import { mergeValue } from './three-way.ts'

export interface Mine {
  readonly mine: FormValue
  /** What the person began with. */
  readonly from: FormValue
  /** What was sent for a save whose answer never came: the server may have it. */
  readonly sent?: readonly FormValue[]
}

/** What a person has changed, by attribute. Also the content of a draft. */
export type Changes = Readonly<Record<string, Mine>>

export interface Merge {
  /** What this person has changed, with what the other has changed in other places of it. */
  readonly merged: FormValues
  /** Attributes in which both have changed the same place. */
  readonly both: readonly string[]
}

export function mergeOf(changes: Changes, theirs: FormValues, model: FormModel): Merge {
  const merged: Record<string, FormValue> = {}
  const both: string[] = []
  for (const [name, change] of Object.entries(changes)) {
    const attribute = model.attributes[name]
    if (attribute === undefined || !(name in theirs)) continue
    const other = theirs[name] ?? null
    const value = mergeValue(attribute, versionsOf(change, other), model)
    if (value === undefined) both.push(name)
    else merged[name] = onTopOf(value, other)
  }
  return { merged, both }
}

/** Of a value that both have changed: what becomes of it if the person keeps the own version, and if not. */
export function sidesOf(attribute: AttributeInfo, change: Mine, theirs: FormValue, { components }: FormModel) {
  const side = (prefer: 'mine' | 'theirs') =>
    onTopOf(mergeValue(attribute, versionsOf(change, theirs), { components, prefer }) ?? null, theirs)
  return { mine: side('mine'), theirs: side('theirs') }
}

/** Whoever finds the own save in the other version began with that. */
function versionsOf({ mine, from, sent = [] }: Mine, theirs: FormValue) {
  return { from: sent.find(value => isSameContent(value, theirs)) ?? from, mine, theirs }
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
