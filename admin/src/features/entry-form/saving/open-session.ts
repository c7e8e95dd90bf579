/** Loads an entry for a form, with the unsaved work that was kept for it. */
import type { DraftValue, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { Changes } from '../merging/merge.ts'
import { copyOf } from '../parts/part-clipboard.ts'
import { type FormValue, isPartList } from '../store/form-value.ts'
import { formValues } from '../store/form-values.ts'
import { EntrySession } from './entry-session.ts'
import { draftKey, keptDraft, type LocalDraft } from './local-drafts.ts'

export interface EntryAddress {
  readonly uid: string
  /** `null` for a new entry. */
  readonly id: number | 'single' | null
  readonly locale: string | null
  /** A new entry is the translation of this one. */
  readonly translationOf?: number | undefined
  /** The kept work of an entry that does not exist yet. */
  readonly draftId?: string | undefined
  /** A title to begin with. */
  readonly title?: string | undefined
}

export interface Opening {
  readonly address: EntryAddress
  readonly type: TypeInfo
  readonly schema: SchemaInfo
  readonly person: number
  readonly problemText: (message: string) => string
  readonly signal: AbortSignal
}

export async function openSession(opening: Opening): Promise<EntrySession> {
  const { address, type, schema, person, problemText } = opening
  const taken = takeOver(address)
  if (taken !== undefined) return taken
  const entry = await loadEntry(opening)
  const source = entry === null ? await loadSource(opening) : null
  const session = new EntrySession({
    type,
    components: uid => schema.components.find(component => component.uid === uid)?.attributes ?? {},
    entry,
    locale: address.locale,
    translationOf: source?.id ?? address.translationOf,
    source,
    draftId: address.draftId ?? newDraftId(address),
    problemText,
  })
  if (source !== null) fillShared(session, source)
  if (address.title !== undefined && address.title !== '') session.store.set(type.titleField, address.title)
  const kept = await unsavedWork(session, person, address)
  if (kept !== null) {
    session.restore(kept.changes as Changes)
    session.restored.set(kept.savedAt)
  }
  return session
}

let lastDraft = 0

function newDraftId({ id, locale }: EntryAddress): string {
  if (id === 'single') return `new-single${locale === null ? '' : `-${locale}`}`
  lastDraft += 1
  return `new-${Date.now().toString(36)}${lastDraft.toString(36)}`
}

async function loadEntry({ address: { uid, id, locale }, signal }: Opening): Promise<OpenEntry | null> {
  if (id === null) return null
  try {
    const query = locale === null ? {} : { locale }
    return (await call('GET /content/:uid/:id', { params: { uid, id }, query, signal })).data
  } catch (error) {
    if (id === 'single' && error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The entry of which a new one is the translation. */
async function loadSource({ address, type, signal }: Opening): Promise<OpenEntry | null> {
  const { uid, id, locale, translationOf } = address
  if (!type.localized || (translationOf === undefined && (id !== 'single' || locale === null))) return null
  try {
    const params = { uid, id: translationOf ?? 'single' }
    return (await call('GET /content/:uid/:id', { params, query: {}, signal })).data
  } catch {
    return null
  }
}

/** Translations share the values of fields that are not localized. */
function fillShared({ store, type }: EntrySession, source: OpenEntry): void {
  const values = formValues(source.values, store.model)
  for (const [name, attribute] of Object.entries(type.attributes))
    if (!attribute.localized && attribute.writable && attribute.type !== 'relation')
      store.replace(name, withoutParts(values[name] ?? null))
}

function withoutParts(value: FormValue): FormValue {
  return isPartList(value) ? value.map(copyOf) : value
}

async function unsavedWork(
  session: EntrySession,
  person: number,
  address: EntryAddress,
): Promise<Pick<DraftValue, 'changes' | 'savedAt'> | LocalDraft | null> {
  const { uid } = session.type
  const local = await keptDraft(draftKey(person, uid, session.keptAs)).catch(() => undefined)
  if (local !== undefined && !local.isOnServer) return local
  const { entry } = session.meta.get()
  if (entry !== null) return entry.draft
  if (address.draftId === undefined && address.id !== 'single') return null
  const params = { uid, id: session.keptAs }
  return (await call('GET /drafts/:uid/:id', { params }).catch(() => ({ data: null }))).data
}

/** A new entry has an address of its own once it is saved; the form goes on with it. */
let handed: { readonly uid: string; readonly id: number; readonly session: EntrySession } | undefined

export function handOver(session: EntrySession): void {
  const { entry } = session.meta.get()
  if (entry !== null) handed = { uid: session.type.uid, id: entry.id, session }
}

function takeOver({ uid, id }: EntryAddress): EntrySession | undefined {
  const taken = handed
  handed = undefined
  return taken !== undefined && taken.uid === uid && taken.id === id ? taken.session : undefined
}
