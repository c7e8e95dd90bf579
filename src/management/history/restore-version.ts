/** Saves the fields of an earlier version again, as a person would who types them. */
import { z } from 'zod'
import type { EntryInput, OpenEntry } from '../../admin-api/content-api.ts'
import type { LostReference } from '../../admin-api/history-api.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { EntryRecord } from '../../history/version-record.ts'
import { badInput, checkInput, flag, textList } from '../../input/check-input.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { ContentType } from '../../schema/schema.ts'
import { checkCovered } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'
import { withPairedParts } from '../writing/known-parts.ts'
import { saveEntry } from '../writing/save-entry.ts'
import { lostReferences, shownLost } from './lost-references.ts'
import { type Body, recordBody } from './record-body.ts'
import { readableReferences } from './shown-record.ts'
import { readCurrent, recordOf, type VersionedEntry } from './versions.ts'

const input = z.strictObject({ fields: textList().optional(), pending: flag().optional() })

export interface RestoreOrder {
  readonly version: string
  /** The state that the person has seen. */
  readonly ifMatch: string | undefined
  readonly body: unknown
}

export async function restoreVersion(
  context: ManagementContext,
  entry: VersionedEntry,
  { version, ifMatch, body }: RestoreOrder,
): Promise<OpenEntry & { readonly lost: readonly LostReference[] }> {
  const { fields, ...rest } = checkInput(input, body)
  const { managed, id } = entry
  const record = await recordOf(context, entry, version)
  const grant = await checkCovered(context, managed, 'update', [id])
  checkFields(managed.type, grant, managed.grant, fields ?? [])
  const chosen = { attributes: only(record.attributes, fields) }
  const lost = await lostReferences(await readingScope(context.content), managed, chosen, id)
  const data = await dataOf(context, entry, { record: chosen, lost, grant })
  const saved = await saveEntry(context, managed, { id, version: ifMatch, body: { data, ...rest } })
  return { ...saved, lost: await shownLost(context, managed, chosen, lost) }
}

function checkFields(type: ContentType, update: ActionGrant, read: ActionGrant, fields: readonly string[]): void {
  const unknown = fields.filter(name => !type.attributes.has(name) || !coversPath(read.fields, name))
  if (unknown.length > 0)
    throw badInput(unknown.map(name => ({ path: ['fields'], message: `there is no attribute ${name.slice(0, 100)}` })))
  if (!fields.every(name => coversPath(update.fields, name))) throw new PopulusError('forbidden')
}

function only(attributes: EntryRecord['attributes'], fields: readonly string[] | undefined): EntryRecord['attributes'] {
  if (fields === undefined) return attributes
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.includes(name)))
}

interface ChosenRecord {
  readonly record: EntryRecord
  readonly lost: readonly LostReference[]
  readonly grant: ActionGrant
}

/** Whatever the person may neither see nor change stays as it is. */
async function dataOf(
  context: ManagementContext,
  entry: VersionedEntry,
  { record, lost, grant }: ChosenRecord,
): Promise<Body> {
  const { schema } = context
  const { managed } = entry
  const gone = new Set(lost.map(({ field, uid, id }) => `${field} ${uid} ${id}`))
  const current = await readCurrent(context, entry)
  const linked = new Set<string>()
  recordBody(schema, managed.type, current, {
    includes: () => true,
    keeps: ({ type, id }, _attribute, field) => linked.add(`${field} ${type} ${id}`) !== undefined,
  })
  const isReadable = await readableReferences(context, managed, [record])
  const body = recordBody(schema, managed.type, record, {
    keepIds: true,
    includes: (attribute, path) =>
      attribute.writable && coversPath(grant.fields, path) && coversPath(managed.grant.fields, path),
    keeps: ({ type, id }, _attribute, field) => {
      const key = `${field} ${type} ${id}`
      return !gone.has(key) && (isReadable(type, id) || linked.has(key))
    },
  })
  return withPairedParts(body as EntryInput, current.attributes, managed.type, schema)
}
