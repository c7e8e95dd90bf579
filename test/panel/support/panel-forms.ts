/**
 * The part of the panel that opens, keeps and saves entries, without what draws it. It is written for browsers, whose types this
 * program does not have; so it is loaded by name, and what tests need of it is described here.
 */
import type {
  ComponentAttributes,
  FormValue,
  FormValues,
  PartReference,
  PartValue,
} from '../../../admin/src/features/entry-form/store/form-value.ts'
import type { OpenEntry } from '../../../src/admin-api/content-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../src/admin-api/schema-api.ts'

interface FormStore {
  readonly model: { readonly components: ComponentAttributes }
  readonly values: { get(path: string): unknown }
  readonly problems: { keys(): readonly string[] }
  readonly history: { undo(): unknown; redo(): unknown }
  readAll(): FormValues
  set(path: string, value: FormValue): void
  parts(path: string): readonly PartReference[]
  insertPart(path: string, index: number, part: PartValue): void
  removePart(path: string, key: string): void
  movePart(path: string, from: number, to: number): void
}

export interface FormSession {
  readonly store: FormStore
  readonly draftId: string
  readonly exists: boolean
  readonly restored: { get(): string | null }
  readonly meta: { get(): { readonly entry: OpenEntry | null; readonly conflict: object | null } }
}

export type Outcome = 'done' | 'problems' | 'conflict' | 'changed' | 'failed'

export interface FormAutosave {
  start(): () => void
  flush(): Promise<void>
  /** In this browser, as when the page is hidden. */
  keepHere(): Promise<void>
}

interface Opening {
  readonly address: {
    readonly uid: string
    readonly id: number | null
    readonly locale: string
    readonly draftId: string | undefined
  }
  readonly type: TypeInfo
  readonly schema: SchemaInfo
  readonly person: number
  readonly problemText: (message: string) => string
  readonly signal: AbortSignal
}

export interface Forms {
  readonly openSession: (opening: Opening) => Promise<FormSession>
  readonly Autosave: new (session: FormSession, person: number) => FormAutosave
  readonly saveEntry: (session: FormSession) => Promise<Outcome>
  readonly publishEntry: (session: FormSession) => Promise<Outcome>
  readonly unpublishEntry: (session: FormSession) => Promise<Outcome>
  readonly takeOver: (session: FormSession) => Promise<Outcome>
}

export async function loadForms(): Promise<Forms> {
  const files = ['open-session', 'autosave', 'entry-writes']
  const loaded = await Promise.all(
    files.map(name => import(`../../../admin/src/features/entry-form/saving/${name}.ts`)),
  )
  return Object.assign({}, ...loaded) as Forms
}
