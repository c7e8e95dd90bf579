/**
 * What `strapi.db.query` stores: the values as they are given. Their types are checked as those of a draft; nothing is
 * required, unique or hashed.
 */
import type { ContentContext } from '../../../content/content-context.ts'
import type { PreparedEntry } from '../../../content/write/prepare-entries.ts'
import { removeEntries } from '../../../content/write/remove-entries.ts'
import { invalidValues, planInput, withScalar } from '../../../content/write/values/write-input.ts'
import { storeEntries } from '../../../content/write/write-entries.ts'
import type { Target } from '../../../content/write/write-order.ts'
import { SERVER_ACCESS } from '../../../plan/access.ts'
import { judgeWrite, type WriteMode } from '../../../plan/write/plan-write.ts'
import { haveIds, idOf, parseRelationInput } from '../../../plan/write/relation-input.ts'
import type { EntryWrite, LinkWrite } from '../../../plan/write/write-plan.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { NotSupportedError } from './not-supported.ts'

export type Values = Readonly<Record<string, unknown>>

export interface RawInput {
  readonly type: ContentType
  readonly data: Values
  readonly mode: WriteMode
  /** The call, for messages. */
  readonly call: string
}

/** The write that stores exactly these values. */
export async function rawWrite(content: ContentContext, input: RawInput): Promise<EntryWrite> {
  refuseParts(input)
  return exactWrite(content, input, await content.defaultLocale())
}

/** The same with components, whose values are given in full. */
export async function exactWrite(
  content: ContentContext,
  { type, data, mode }: Omit<RawInput, 'call'>,
  defaultLocale: string,
): Promise<EntryWrite> {
  const texts = withTexts(type, data)
  const asDraft = mode === 'create' && type.draftAndPublish ? { publishedAt: null, ...texts } : texts
  const input = { type, access: SERVER_ACCESS, data: asDraft }
  const planned = planInput(content, input, { mode, defaultLocale })
  const problems = judgeWrite(planned, { isDraft: true }).filter(({ path: [name = ''] }) => !isPassword(type, name))
  if (problems.length > 0) throw invalidValues(problems)
  if (planned.refusal !== null) throw planned.refusal
  return withOwnValues(planned.write, { type, data, mode })
}

const TEXTS: readonly string[] = ['string', 'text', 'richtext', 'uid', 'email']

/** A number in the place of a text is stored as text. */
function withTexts(type: ContentType, data: Values): Values {
  const members = Object.entries(data).map(([name, value]) => {
    const attribute = type.attributes.get(name)
    const isText = attribute?.kind === 'scalar' && TEXTS.includes(attribute.type)
    return [name, isText && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value]
  })
  return Object.fromEntries(members)
}

/** The rules for passwords are not those for their hashes. */
function isPassword(type: ContentType, name: string): boolean {
  const attribute = type.attributes.get(name)
  return attribute?.kind === 'scalar' && attribute.type === 'password'
}

/** Adds what a body of a client cannot set. */
export function withOwnValues(entry: EntryWrite, { type, data, mode }: Omit<RawInput, 'call'>): EntryWrite {
  return withOwnLinks(withOwnScalars(entry, type, data, mode), type, data)
}

/** Strapi stores links to components here that only `entityService` makes. */
function refuseParts({ type, data, call }: RawInput): void {
  for (const { name, kind } of type.attributes.values()) {
    if (kind !== 'component' && kind !== 'zone') continue
    if (data[name] !== undefined) throw new NotSupportedError(`data.${name} in ${call}`, 'use strapi.entityService')
  }
}

/** Attributes that clients can never set. */
function withOwnScalars(entry: EntryWrite, type: ContentType, data: Values, mode: WriteMode): EntryWrite {
  const times = ['createdAt', 'updatedAt'].flatMap(name => {
    const value = data[name]
    const time = value instanceof Date ? value : new Date(String(value))
    return value === undefined || value === null || Number.isNaN(time.getTime()) ? [] : [[name, time] as const]
  })
  const timed = times.reduce((write, [name, time]) => withScalar(write, name, time), entry)
  if (!type.localized) return timed
  if (mode === 'update' && data.locale === undefined) return timed
  return withScalar(timed, 'locale', typeof data.locale === 'string' ? data.locale : null)
}

const OWN_LINKS = ['createdBy', 'updatedBy', 'localizations']

function withOwnLinks(entry: EntryWrite, type: ContentType, data: Values): EntryWrite {
  const links = OWN_LINKS.flatMap((name): LinkWrite[] => {
    const attribute = type.attributes.get(name)
    if (attribute?.kind !== 'relation' || data[name] === undefined) return []
    const input = parseRelationInput(data[name])
    if (input?.kind !== 'set' || !haveIds(input)) return []
    const ids = input.items.flatMap(({ id }) => idOf(id) ?? [])
    return [{ attribute, change: { kind: 'set', ids: attribute.many ? ids : ids.slice(0, 1) } }]
  })
  return { ...entry, links: [...entry.links.filter(({ attribute }) => !OWN_LINKS.includes(attribute.name)), ...links] }
}

/** Without relations that have a table of their own: statements for many rows pass over them, as in Strapi. */
export function ownRowOnly(entry: EntryWrite): EntryWrite {
  const links = entry.links.filter(({ attribute }) => attribute.link?.kind === 'parent-column')
  return { ...entry, links, morphs: [], components: [], zones: [] }
}

/** Returns the ids, in the order of the entries. */
export function insertAll(
  content: ContentContext,
  type: ContentType,
  entries: readonly EntryWrite[],
): Promise<readonly number[]> {
  const prepared = entries.map(entry => exactly({ kind: 'new' }, entry))
  return storeEntries(content, { type, access: SERVER_ACCESS, prepared }, {}, async (_scope, ids) => ids)
}

export async function updateAll(
  content: ContentContext,
  type: ContentType,
  ids: readonly number[],
  entry: EntryWrite,
): Promise<void> {
  const prepared = ids.map(id => exactly({ kind: 'stored', id }, entry))
  await storeEntries(content, { type, access: SERVER_ACCESS, prepared }, {}, async () => undefined)
}

export async function deleteAll(content: ContentContext, type: ContentType, ids: readonly number[]): Promise<void> {
  const targets = ids.map(id => ({ kind: 'stored', id }) as const)
  await removeEntries(content, { type, access: SERVER_ACCESS, targets }, {}, async () => undefined)
}

function exactly(target: Target, exact: EntryWrite): PreparedEntry {
  return { target, data: {}, exact, hashes: new Map() }
}
