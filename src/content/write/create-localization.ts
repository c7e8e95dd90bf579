/** Creates a translation of an entry. */
import { PopulusError } from '../../errors.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ContentType, ScalarAttribute } from '../../schema/schema.ts'
import { selectScalars } from '../../sql/compile-write.ts'
import type { ContentContext } from '../content-context.ts'
import { entryIdOf } from '../read/entry-id.ts'
import { prepareRead } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { isLocale, linkTranslation, translationsOf } from './entry-locale.ts'
import { planNew, settleUids } from './fill-uids.ts'
import { checkOpenRow, isOpenRow, isSeenRow } from './open-rows.ts'
import { hashPlanned, type PasswordHashes } from './password-hashes.ts'
import { runHooks } from './run-hooks.ts'
import { insertEntry } from './store/store-entry.ts'
import { findStored } from './store/stored-entry.ts'
import { checkInput, readStored, type WriteInput, wantedValues, wantsDraft, withScalar } from './write-input.ts'
import type { WriteScope } from './write-scope.ts'

/**
 * Returns the translation as JSON, flat and with its `localizations`. It starts as a draft, and shares with the entry
 * whatever is not localized.
 */
export async function createLocalization(
  context: ContentContext,
  sent: WriteInput & { readonly id: string },
): Promise<string> {
  const { type } = sent
  const read = await prepareRead(context, { ...sent, search: 'populate=localizations' }, { kind: 'flat-stored' })
  const source = entryIdOf(sent.id)
  const { after, ...hooked } = await runHooks(context, { ...sent, action: 'create', id: null })
  const input = { ...sent, ...hooked }
  // Passwords are never copied from the entry, so they are known before it is read.
  const defaultLocale = await context.defaultLocale()
  const hashes = await hashPlanned(context, [planNew(context, input, { defaultLocale }).planned])
  const translation = { input, source, hashes, defaultLocale }
  return commitWrite(context, { type, action: 'create', after }, async scope =>
    readStored(scope, read, await insertTranslation(context, scope, translation)),
  )
}

export interface Translation {
  readonly input: WriteInput
  /** The entry that is translated; `null` for a string that cannot be an id. */
  readonly source: number | null
  readonly hashes: PasswordHashes
  readonly defaultLocale: string
  /** Sets what the body does not decide. */
  readonly finish?: (entry: EntryWrite) => EntryWrite
}

/** Returns the id of the new entry. */
export async function insertTranslation(
  context: ContentContext,
  scope: WriteScope,
  { input, source, hashes, defaultLocale, finish = entry => entry }: Translation,
): Promise<number> {
  const { type } = input
  const data = wantedValues(input)
  const locale = await checkLocale(scope, data.locale)
  const isThere =
    source !== null &&
    (await findStored(scope, type, source)) !== null &&
    (await isOpenRow(scope, input, source, 'update'))
  if (!isThere) throw new PopulusError('entityNotFound')
  const others = [source, ...(await translationsOf(scope, type, source))]
  const taken = await translationIn(scope, type, others, locale)
  if (taken !== null && (await isSeenRow(scope, input, taken))) throw new PopulusError('localeTaken')
  const inherited = { ...(await sharedValues(scope, type, source)), publishedAt: null }
  const isDraft = wantsDraft(type, { publishedAt: data.publishedAt ?? null })
  const plan = { defaultLocale, inherited }
  const planned = await settleUids(context, scope, { input, plan, entry: planNew(context, input, plan) })
  const entry = await checkInput(scope, planned, hashes, { isDraft, id: null, translations: others })
  // A translation that the writer does not see answers like one that they may not create.
  if (taken !== null) throw new PopulusError('outsideRules')
  const created = await insertEntry(scope, withScalar(finish(entry), 'locale', locale))
  await linkTranslation(scope, type, created, others)
  await input.alongside?.(scope, created)
  await checkOpenRow(scope, input, created, 'create')
  return created
}

async function checkLocale(scope: WriteScope, locale: unknown): Promise<string> {
  if (locale === undefined || locale === null || locale === '') throw new PopulusError('localeMissing')
  if (!(await isLocale(scope, locale))) throw new PopulusError('localeInvalid')
  return locale as string
}

async function translationIn(
  scope: WriteScope,
  type: ContentType,
  ids: readonly number[],
  locale: string,
): Promise<number | null> {
  for (const id of ids) if ((await findStored(scope, type, id))?.locale === locale) return id
  return null
}

/** The values that all translations have in common, in the form of a body. */
async function sharedValues(scope: WriteScope, type: ContentType, id: number): Promise<Record<string, unknown>> {
  const shared = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && !attribute.localized && attribute.type !== 'uid' && attribute.type !== 'password',
  )
  if (shared.length === 0 || type.table === null) return {}
  const [row = []] = await scope.ask(selectScalars(type.table, shared, id, scope.dialect))
  const { rows } = scope.dialect
  const shown = ({ type: kind }: ScalarAttribute, value: unknown): unknown =>
    JSON.parse(rows.toJson(ATTRIBUTE_TYPES[kind].output, value))
  return Object.fromEntries(shared.map((attribute, index) => [attribute.name, shown(attribute, row[index])]))
}
