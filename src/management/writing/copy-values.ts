/** Copies of entries: a duplicate, or the values of one translation in another. */
import { z } from 'zod'
import type { EntryInput, EntryValues, OpenEntry } from '../../admin-api/content-api.ts'
import { passingIds } from '../../content/write/open-rows.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { badInput, checkInput, text, textList } from '../../input/check-input.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Attribute, type ContentType, FILE_UID, modelOf, type RelationAttribute } from '../../schema/schema.ts'
import { entryOf } from '../entries/entry-of.ts'
import { readList } from '../entries/find-ids.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { entryReader, type FormEntry } from '../entries/read-entry.ts'
import { localeOf, type RawEntry } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { withPairedParts } from './known-parts.ts'
import { createEntry, saveEntry } from './save-entry.ts'
import { storedBody } from './stored-body.ts'
import { freeUid } from './uid-value.ts'

/** A draft with the same values, except what the body names. Values that must be unique are changed or must be named. */
export async function cloneEntry(
  context: ManagementContext,
  managed: ManagedType,
  { id, body }: { readonly id: number; readonly body: unknown },
): Promise<OpenEntry> {
  const { data = {} } = checkInput(z.strictObject({ data: z.unknown().optional() }), body)
  if (!isPlainObject(data)) throw badInput([{ path: ['data'], message: 'expected an object' }])
  await checkCovered(context, managed, 'read', [id])
  const entry = await (await entryReader(context, managed, 'all')).read(id)
  const files = await openFiles(context, managed, entry)
  const relate = (target: string, ids: readonly number[]) => (target === FILE_UID ? ids.filter(files) : ids)
  const options = { keepIds: false, readableOnly: true, includes: isCopied, relate }
  const copied = storedBody(entry.values, managed.type, context.schema, options)
  const values = { ...(await withFreeUids(context, managed, copied, entry.locale)), ...data }
  return createEntry(context, managed, { data: values, ...(entry.locale === null ? {} : { locale: entry.locale }) })
}

/** A relation that only one entry may have would be taken away from the original. */
function isCopied(attribute: Attribute): boolean {
  return attribute.kind !== 'relation' || !isExclusive(attribute)
}

function isExclusive({ relation, inversedBy, mappedBy }: RelationAttribute): boolean {
  return (relation === 'oneToOne' || relation === 'oneToMany') && (inversedBy ?? mappedBy) !== null
}

async function withFreeUids(
  context: ManagementContext,
  { type }: ManagedType,
  values: Readonly<Record<string, unknown>>,
  locale: string | null,
): Promise<Readonly<Record<string, unknown>>> {
  const free: Record<string, unknown> = { ...values }
  for (const attribute of type.attributes.values()) {
    const value = values[attribute.name]
    if (attribute.kind === 'scalar' && attribute.type === 'uid' && typeof value === 'string')
      free[attribute.name] = await freeUid(context, { type, attribute, wanted: value, locale })
  }
  return free
}

const copyInput = z.strictObject({ from: text(50), to: text(50), fields: textList().optional() })

/** Fills a translation with the values of another one: of the named fields, or of all. Creates it if there is none. */
export async function copyLocale(
  context: ManagementContext,
  managed: ManagedType,
  { id, body }: { readonly id: number; readonly body: unknown },
): Promise<OpenEntry> {
  const { from, to, fields } = checkInput(copyInput, body)
  const { type } = managed
  if (!type.localized) throw badInput([{ path: [], message: `${type.uid} has no translations` }])
  if (from === to) throw badInput([{ path: ['to'], message: 'expected another locale' }])
  const unknown = fields?.filter(name => !type.attributes.has(name)) ?? []
  if (unknown.length > 0)
    throw badInput(unknown.map(name => ({ path: ['fields'], message: `there is no attribute ${name.slice(0, 100)}` })))
  const source = await entryOf(context, managed, { id: String(id), locale: from })
  await checkCovered(context, managed, 'read', [source.id])
  const entry = await (await entryReader(context, managed, 'all')).read(source.id)
  const data = await translatedValues(context, managed, entry, { to, fields })
  const target = [...entry.translations].find(raw => localeOf(raw.attributes) === to)
  const parts = (values: EntryValues) => withPairedParts(data as EntryInput, values, type, context.schema)
  if (target === undefined)
    return createEntry(context, managed, { data: parts({}), locale: to, translationOf: source.id })
  const { values } = await (await entryReader(context, unlimited(context, managed))).read(target.id)
  return saveEntry(context, managed, { id: target.id, version: undefined, body: { data: parts(values) } })
}

async function translatedValues(
  context: ManagementContext,
  managed: ManagedType,
  entry: FormEntry,
  { to, fields }: { readonly to: string; readonly fields: readonly string[] | undefined },
): Promise<Readonly<Record<string, unknown>>> {
  const { type } = managed
  const includes = (attribute: Attribute) =>
    attribute.localized && attribute.writable && isCopied(attribute) && (fields?.includes(attribute.name) ?? true)
  const translations = await relatedTranslations(context, managed, entry, to)
  const files = await openFiles(context, managed, entry)
  const relate = (target: string, ids: readonly number[]) => {
    if (target === FILE_UID) return ids.filter(files)
    if (context.schema.types.get(target)?.localized !== true) return ids
    return ids.flatMap(id => translations.get(`${target} ${id}`) ?? [])
  }
  const options = { keepIds: true, readableOnly: true, includes, relate }
  const body = storedBody(entry.values, type, context.schema, options)
  return withFreeUids(context, managed, body, to)
}

/** The files of an entry that the person may put into another one. */
async function openFiles(
  { schema, content }: ManagementContext,
  { type, access }: ManagedType,
  { values }: FormEntry,
): Promise<(id: number) => boolean> {
  const rule = access.rows?.get(FILE_UID)?.connect
  const ids = new Set<number>()
  const collect = (target: string, found: readonly number[]) => {
    if (target === FILE_UID) for (const id of found) ids.add(id)
    return found
  }
  storedBody(values, type, schema, { keepIds: false, readableOnly: true, relate: collect })
  if (rule === undefined || ids.size === 0) return () => true
  const open = new Set(await passingIds(await readingScope(content), modelOf(schema, FILE_UID), [...ids], rule))
  return id => open.has(id)
}

/** For related entries of localized types: their translations in the other locale. Those without one are left out. */
async function relatedTranslations(
  context: ManagementContext,
  { type: owner, access }: ManagedType,
  entry: FormEntry,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const [uid, ids] of relatedIds(context, owner, entry)) {
    const type = context.schema.types.get(uid)!
    const wanted = [...ids].slice(0, 100).map(String)
    const { data } = await readList(
      context,
      { type, access },
      {
        fields: ['locale'],
        populate: { localizations: { fields: ['locale'] } },
        filters: { id: { $in: wanted } },
        pagination: { pageSize: '100', withCount: 'false' },
      },
    )
    for (const raw of data) {
      const others = (raw.attributes.localizations as unknown as { data: readonly RawEntry[] }).data
      const match = [raw, ...others].find(other => localeOf(other.attributes) === to)
      if (match !== undefined) found.set(`${uid} ${raw.id}`, match.id)
    }
  }
  return found
}

function relatedIds(
  { schema }: ManagementContext,
  type: ContentType,
  { values }: FormEntry,
): ReadonlyMap<string, ReadonlySet<number>> {
  const ids = new Map<string, Set<number>>()
  const collect = (target: string, found: readonly number[]) => {
    if (found.length > 0 && schema.types.get(target)?.localized === true)
      ids.set(target, new Set([...(ids.get(target) ?? []), ...found]))
    return found
  }
  storedBody(values, type, schema, { keepIds: false, readableOnly: true, relate: collect })
  return ids
}
