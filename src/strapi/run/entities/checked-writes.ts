/** What `strapi.entityService` stores: values that are checked like those of the content API. */
import type { ContentContext } from '../../../content/content-context.ts'
import { type PreparedEntry, prepareEntries } from '../../../content/write/prepare-entries.ts'
import { readingScope } from '../../../content/write/reading-scope.ts'
import { type PasswordHashes, withHashes } from '../../../content/write/values/password-hashes.ts'
import { invalidValues, judgeStored, withScalar } from '../../../content/write/values/write-input.ts'
import { storeEntries } from '../../../content/write/write-entries.ts'
import type { Target } from '../../../content/write/write-order.ts'
import type { StoreAlongside } from '../../../media/upload/attach-to-entry.ts'
import { SERVER_ACCESS } from '../../../plan/access.ts'
import { judgeWrite, type PlannedWrite } from '../../../plan/write/plan-write.ts'
import { idOf, parseRelationInput } from '../../../plan/write/relation-input.ts'
import type { EntryWrite } from '../../../plan/write/write-plan.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { exactWrite, type Values, withOwnValues } from './raw-writes.ts'

export interface CheckedInput {
  readonly type: ContentType
  readonly data: Values
  /** `null` for a new entry. */
  readonly id: number | null
  /** Of the stored entry, or of what will be stored. */
  readonly isDraft: boolean
}

/** A write whose values are right, as far as that can be said without the database. */
export interface CheckedWrite extends CheckedInput {
  readonly prepared: PreparedEntry
  /** The values for listeners: with hashes in the place of passwords, and with uids that will be filled. */
  readonly shown: Values
}

/** Throws all problems at once. */
export async function checkWrite(content: ContentContext, input: CheckedInput): Promise<CheckedWrite> {
  const { type, data, isDraft } = input
  const entries = [{ target: targetOf(input), data }]
  const [prepared] = await prepareEntries(content, { type, access: SERVER_ACCESS, entries })
  const planned = prepared!.asChange ?? prepared!.asNew!.planned
  if (judgeWrite(planned, { isDraft }).length > 0) throw invalidValues(await allProblems(content, input, planned))
  if (planned.refusal !== null) throw planned.refusal
  const filled = Object.fromEntries(
    (prepared!.asNew?.wanted ?? []).map(({ attribute, text }) => [attribute.name, text]),
  )
  return {
    ...input,
    prepared: prepared!,
    shown: withHashedPasswords(planned, { ...data, ...filled }, prepared!.hashes),
  }
}

/** Those that only the database knows come with the others: values that are taken, related entries that do not exist. */
async function allProblems(content: ContentContext, input: CheckedInput, planned: PlannedWrite) {
  const target = targetOf(input)
  const translations = target.kind === 'new' ? target.translations : undefined
  const { id, isDraft } = input
  return judgeStored(await readingScope(content), planned, { id, isDraft, translations })
}

/** The values may name the translations of a new entry. */
function targetOf({ type, id, data }: CheckedInput): Target {
  if (id !== null) return { kind: 'stored', id }
  const others = type.localized ? parseRelationInput(data.localizations ?? []) : null
  const translations = others?.kind === 'set' ? others.items.flatMap(item => idOf(item.id) ?? []) : []
  return translations.length === 0 ? { kind: 'new' } : { kind: 'new', translations }
}

function withHashedPasswords({ write }: PlannedWrite, data: Values, hashes: PasswordHashes): Values {
  const own = withHashes(write, hashes).scalars.filter(({ attribute }) => attribute.type === 'password')
  return { ...data, ...Object.fromEntries(own.map(({ attribute, value }) => [attribute.name, value])) }
}

export interface StoreOptions {
  /** What listeners have made of the values, if there are any. It is stored as it is. */
  readonly data?: Values | undefined
  /** What else belongs to the entry and is stored with it. */
  readonly alongside?: StoreAlongside | undefined
}

/** Returns the id of the entry. */
export async function storeChecked(
  content: ContentContext,
  checked: CheckedWrite,
  { data, alongside }: StoreOptions = {},
): Promise<number> {
  const { type, prepared } = checked
  const complete = await completion(content, checked, data)
  const entry = data === undefined ? prepared : { ...prepared, data: { ...prepared.data, locale: data.locale } }
  const order = { type, access: SERVER_ACCESS, prepared: [entry] }
  return storeEntries(content, order, { complete, alongside }, async (_scope, [id]) => id!)
}

/** Adds what no body of a client can set, or stores what listeners have made of it. */
async function completion(
  content: ContentContext,
  { type, id, data: given, prepared: { hashes, asNew } }: CheckedWrite,
  data: Values | undefined,
): Promise<(entry: EntryWrite) => EntryWrite> {
  const mode = id === null ? 'create' : 'update'
  if (data === undefined) return entry => withOwnValues(entry, { type, data: withoutLinks(given), mode })
  const exact = await exactWrite(content, { type, data: withoutLinks(data), mode }, await content.defaultLocale())
  const stored = withHashes(exact, new KnownHashes(hashes))
  const filled = (asNew?.wanted ?? []).filter(({ attribute, text }) => data[attribute.name] === text)
  return entry => filled.reduce((write, { attribute }) => withScalarOf(write, entry, attribute.name), stored)
}

/** A filled uid may have got a number, so that no other entry has it. */
function withScalarOf(write: EntryWrite, settled: EntryWrite, name: string): EntryWrite {
  return withScalar(write, name, settled.scalars.find(({ attribute }) => attribute.name === name)?.value ?? null)
}

/** The pipeline links translations on both sides. */
function withoutLinks({ localizations: _, ...data }: Values): Values {
  return data
}

/** A password that a listener has set is stored as it is. */
class KnownHashes extends Map<string, string> {
  override get(key: string): string | undefined {
    return super.get(key) ?? (JSON.parse(key) as [unknown, string])[1]
  }
}
