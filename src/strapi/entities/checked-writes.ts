/** What `strapi.entityService` stores: values that are checked like those of the content API. */
import type { ContentContext } from '../../content/content-context.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { linkTranslation, localeForNew } from '../../content/write/entry-locale.ts'
import { hashPlanned, type PasswordHashes, withHashes } from '../../content/write/password-hashes.ts'
import { spreadShared } from '../../content/write/store/spread-shared.ts'
import { insertEntry, updateEntry } from '../../content/write/store/store-entry.ts'
import { checkInput, invalidValues, planInput, withScalar } from '../../content/write/write-input.ts'
import { lockRelations, type WriteScope } from '../../content/write/write-scope.ts'
import type { StoreAlongside } from '../../media/upload/attach-to-entry.ts'
import { SERVER_ACCESS } from '../../plan/access.ts'
import { judgeWrite, type PlannedWrite } from '../../plan/write/plan-write.ts'
import { idOf, parseRelationInput } from '../../plan/write/relation-input.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
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
  readonly planned: PlannedWrite
  readonly hashes: PasswordHashes
  readonly defaultLocale: string
  /** The values with hashes in the place of passwords. */
  readonly hashed: Values
}

/** Throws all problems at once. */
export async function checkWrite(content: ContentContext, input: CheckedInput): Promise<CheckedWrite> {
  const { type, data, id, isDraft } = input
  const defaultLocale = await content.defaultLocale()
  const planned = planInput(
    content,
    { type, access: SERVER_ACCESS, data },
    { mode: id === null ? 'create' : 'update', defaultLocale },
  )
  const problems = judgeWrite(planned, { isDraft })
  if (problems.length > 0) throw invalidValues(problems)
  if (planned.refusal !== null) throw planned.refusal
  const hashes = await hashPlanned(content, [planned])
  return { ...input, planned, hashes, defaultLocale, hashed: withHashedPasswords(planned, data, hashes) }
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
  const { type, planned, hashes, id, isDraft } = checked
  const entry = await entryOf(content, checked, data)
  let stored = id ?? 0
  await commitWrite(content, { type, action: id === null ? 'create' : 'update' }, async scope => {
    await checkInput(scope, planned, hashes, { isDraft, id })
    await lockRelations(
      scope,
      entry.links.map(({ attribute }) => attribute),
    )
    if (id === null) stored = await insertNew(scope, checked, entry, data ?? checked.data)
    else await updateEntry(scope, id, entry)
    await spreadShared(scope, type, stored, entry)
    await alongside?.(scope, stored)
    return { id: stored, json: '' }
  })
  return stored
}

async function entryOf(content: ContentContext, checked: CheckedWrite, data: Values | undefined): Promise<EntryWrite> {
  const { type, planned, hashes, id, defaultLocale } = checked
  const mode = id === null ? 'create' : 'update'
  if (data === undefined)
    return withOwnValues(withHashes(planned.write, hashes), { type, data: withoutLinks(checked.data), mode })
  const entry = await exactWrite(content, { type, data: withoutLinks(data), mode }, defaultLocale)
  return withHashes(entry, new KnownHashes(hashes))
}

/** Translations are linked on both sides, below. */
function withoutLinks({ localizations: _, ...data }: Values): Values {
  return data
}

/** A password that a listener has set is stored as it is. */
class KnownHashes extends Map<string, string> {
  override get(key: string): string | undefined {
    return super.get(key) ?? (JSON.parse(key) as [unknown, string])[1]
  }
}

async function insertNew(
  scope: WriteScope,
  { type, data: given }: CheckedWrite,
  entry: EntryWrite,
  data: Values,
): Promise<number> {
  const locale = await localeForNew(scope, type, data.locale)
  const id = await insertEntry(scope, type.localized ? withScalar(entry, 'locale', locale) : entry)
  const others = parseRelationInput(given.localizations ?? [])
  if (type.localized && others?.kind === 'set' && others.items.length > 0)
    await linkTranslation(
      scope,
      type,
      id,
      others.items.flatMap(item => idOf(item.id) ?? []),
    )
  return id
}
