import { copyOf } from '../parts/part-clipboard.ts'
import { type FormValue, isPartList, type RelationState } from './form-value.ts'
import { connect } from './relation-state.ts'

/** The value of another entry for this one. Parts are copies; related entries join those that are chosen. */
export function copiedValue(before: FormValue, value: FormValue, multiple: boolean): FormValue {
  if (isPartList(value)) return value.map(copyOf)
  const isRelation = typeof value === 'object' && value !== null && 'loaded' in value && 'removed' in value
  if (!isRelation) return value
  return (value as RelationState).items.reduce((state, item) => connect(state, item, multiple), before as RelationState)
}
