/** Copied parts can be pasted into any entry with a place for them, also in another tab. */
import { useSyncExternalStore } from 'react'
import {
  type FormValue,
  type FormValues,
  isPartList,
  newPartKey,
  type PartValue,
  type RelationState,
} from '../store/form-value.ts'
import { copiedRelation } from '../store/relation-state.ts'

const NAME = 'populus-part'

const listeners = new Set<() => void>()

/** A copy under new keys that the server does not know. */
export function copyOf({ component, values }: PartValue): PartValue {
  const copies = Object.entries(values).map(([name, value]) => [name, copied(value)] as const)
  return { key: newPartKey(), id: null, component, values: Object.fromEntries(copies) as FormValues }
}

function copied(value: FormValue): FormValue {
  if (isPartList(value)) return value.map(copyOf)
  const isRelation = typeof value === 'object' && value !== null && 'loaded' in value && 'removed' in value
  return isRelation ? copiedRelation(value as RelationState) : value
}

export function copyPart(part: PartValue): void {
  const text = JSON.stringify(copyOf(part))
  try {
    localStorage.setItem(NAME, text)
  } catch {
    sessionText = text
  }
  for (const listener of listeners) listener()
}

let sessionText: string | null = null

function stored(): string | null {
  try {
    return localStorage.getItem(NAME) ?? sessionText
  } catch {
    return sessionText
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The copied part, if one of these components. Each call of `take` gives a new copy. */
export function useCopiedPart(
  components: readonly string[],
): { readonly component: string; readonly take: () => PartValue } | null {
  const text = useSyncExternalStore(subscribe, stored)
  if (text === null) return null
  try {
    const part = JSON.parse(text) as PartValue
    return components.includes(part.component) ? { component: part.component, take: () => copyOf(part) } : null
  } catch {
    return null
  }
}
