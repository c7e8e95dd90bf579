/** What every field of a form needs: its store, the model, the saved layout, and what the person may do. */
import { type ComponentType, createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { EntryStatus, Presence } from '../../../../src/admin-api/content-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { ViewConfiguration } from '../../../../src/admin-api/view-api.ts'
import type { EntrySession } from './saving/entry-session.ts'
import type { Cell } from './store/cell.ts'
import type { FormStore } from './store/form-store.ts'
import type { FormValue, PartReference } from './store/form-value.ts'
import type { KeyedState } from './store/keyed-state.ts'

export type FormTab = 'content' | 'api'

export interface RelatedEntry {
  readonly id: number
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
}

/** An entry that is opened over the form. `id` is `null` for a new one. */
export interface RelatedRequest {
  readonly uid: string
  readonly id: number | null
  /** What was typed into the search: becomes the title of a new entry. */
  readonly title?: string
  readonly onSaved: (entry: RelatedEntry) => void
}

/** The fields of a type or of a component. */
export interface FormGridProps {
  readonly uid: string
  /** Before the name of each attribute: `blocks.quote-3.` */
  readonly prefix: string
  /** The same in the words of rights: `blocks.` */
  readonly field: string
  readonly disabled: boolean
}

/** Another translation of the entry, to be read and copied from. */
export interface Beside {
  readonly locale: string
  readonly name: string
  readonly store: FormStore
}

export interface FormContextValue {
  readonly session: EntrySession
  readonly store: FormStore
  readonly type: TypeInfo
  readonly schema: SchemaInfo
  readonly views: Readonly<Record<string, ViewConfiguration>>
  /** The other people who have the entry open. */
  readonly people: Cell<readonly Presence[]>
  /** Parts have fields, and some fields are parts: each finds the other here. */
  readonly Grid: ComponentType<FormGridProps>
  /** Another locale beside this one. */
  readonly beside: Beside | null
  /** `null` closes it. */
  readonly showBeside: (locale: string | null) => void
  readonly openRelated: (request: RelatedRequest) => void
}

const Context = createContext<FormContextValue | undefined>(undefined)

export const FormProvider = Context

export function useForm(): FormContextValue {
  const value = use(Context)
  if (value === undefined) throw new Error('A field needs a form')
  return value
}

export function useKeyed<Value>(state: KeyedState<Value>, key: string): Value | undefined {
  const subscribe = useCallback((listener: () => void) => state.subscribe(key, listener), [state, key])
  return useSyncExternalStore(subscribe, () => state.get(key))
}

/** The value at a path. The component draws again when that value changes, and only then. */
export function useValue<Value extends FormValue>(path: string): Value | null {
  const { store } = useForm()
  return (useKeyed(store.values, path) ?? null) as Value | null
}

const NO_PARTS: readonly PartReference[] = []

export function useParts(path: string): readonly PartReference[] {
  const { store } = useForm()
  return (useKeyed(store.values, path) as readonly PartReference[] | undefined) ?? NO_PARTS
}

export function useProblem(path: string): string | undefined {
  const { store } = useForm()
  return useKeyed(store.problems, path)
}
