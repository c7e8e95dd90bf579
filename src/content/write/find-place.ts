/** Finds and locks the entry that is meant, or the place of a new one. Entries that the writer does not see do not exist. */
import { PopulusError } from '../../errors.ts'
import type { ContentType } from '../../schema/schema.ts'
import { isLocale, localeForNew, translationsOf } from './entry-locale.ts'
import { isOpenRow, isSeenRow } from './open-rows.ts'
import { findSingleId, singleIds } from './single-entry.ts'
import { findStored } from './store/store-entry.ts'
import { sharedValues } from './values/shared-values.ts'
import { takeLocks } from './write-locks.ts'
import type { Place, Target, Values, WriteOrder } from './write-order.ts'
import type { WriteScope } from './write-scope.ts'

type Writer = Pick<WriteOrder, 'type' | 'access'>

/** `values` are those of the body and of the code of the project. */
export function findPlace(scope: WriteScope, writer: Writer, target: Target, values: Values): Promise<Place> {
  switch (target.kind) {
    case 'new':
      return newPlace(scope, writer, target, values)
    case 'stored':
      return storedPlace(scope, writer, target.id)
    case 'single':
      return singlePlace(scope, writer, target.locale, values)
    case 'restored':
      return restoredPlace(scope, writer, target, values)
    case 'translation':
      return translationPlace(scope, writer, target.of, values)
  }
}

async function newPlace(
  scope: WriteScope,
  { type }: Writer,
  { onlyOne, translations }: Extract<Target, { kind: 'new' }>,
  values: Values,
): Promise<Place> {
  if (onlyOne === true) {
    takeLocks(scope, [type.uid])
    if ((await singleIds(scope, type)).length > 0) throw new PopulusError('singleTypeExists')
  }
  const locale = await localeForNew(scope, type, values.locale)
  return { id: null, isDraft: wantsDraft(type, values), locale, translations, isTaken: false }
}

/** What translations share stays as it is now. */
async function restoredPlace(
  scope: WriteScope,
  writer: Writer,
  { id, translations }: Extract<Target, { kind: 'restored' }>,
  values: Values,
): Promise<Place> {
  const { type } = writer
  takeLocks(scope, [`${type.uid} ${id}`])
  const onlyOne = type.single && translations.length === 0
  const place = await newPlace(scope, writer, { kind: 'new', onlyOne }, values)
  const newId = (await findStored(scope, type, id)) === null ? id : undefined
  const [other] = translations
  if (other === undefined) return { ...place, newId }
  if ((await translationIn(scope, type, translations, place.locale ?? '')) !== null)
    throw new PopulusError('localeTaken')
  return { ...place, newId, translations, inherited: await sharedValues(scope, type, other) }
}

async function storedPlace(scope: WriteScope, writer: Writer, id: number): Promise<Place> {
  const stored = await findStored(scope, writer.type, id)
  if (stored === null || !(await isOpenRow(scope, writer, id, 'update'))) throw new PopulusError('notFound')
  return { ...stored, id, isTaken: false }
}

async function singlePlace(
  scope: WriteScope,
  writer: Writer,
  locale: string | undefined,
  values: Values,
): Promise<Place> {
  const { type } = writer
  takeLocks(scope, [type.uid])
  const id = await findSingleId(scope, type, locale)
  if (id !== null && (await isSeenRow(scope, writer, id))) return storedPlace(scope, writer, id)
  const others = await singleIds(scope, type)
  for (const other of others) if (await isSeenRow(scope, writer, other)) throw new PopulusError('singleTypeExists')
  // There can be no second entry, and nobody is told of one that they do not see.
  return { ...(await newPlace(scope, writer, { kind: 'new' }, values)), isTaken: others.length > 0 }
}

async function translationPlace(
  scope: WriteScope,
  writer: Writer,
  given: number | null,
  values: Values,
): Promise<Place> {
  const { type } = writer
  const locale = await checkLocale(scope, values.locale)
  if (type.single) takeLocks(scope, [type.uid])
  const source = type.single ? ((await singleIds(scope, type))[0] ?? null) : given
  const isThere =
    source !== null &&
    (await findStored(scope, type, source)) !== null &&
    (await isOpenRow(scope, writer, source, 'translate'))
  if (!isThere) throw new PopulusError('entityNotFound')
  const translations = [source, ...(await translationsOf(scope, type, source))]
  const taken = await translationIn(scope, type, translations, locale)
  if (taken !== null && (await isSeenRow(scope, writer, taken))) throw new PopulusError('localeTaken')
  const inherited = { ...(await sharedValues(scope, type, source)), publishedAt: null }
  const isDraft = wantsDraft(type, { publishedAt: values.publishedAt ?? null })
  // A translation that the writer does not see answers like one that they may not create.
  return { id: null, isDraft, locale, inherited, translations, isTaken: taken !== null }
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

function wantsDraft(type: ContentType, values: Values): boolean {
  return type.draftAndPublish && values.publishedAt === null
}
