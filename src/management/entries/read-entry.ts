/** Reads one entry with everything that belongs to it, as a form shows it. */
import type { EntryStatus, EntryValues, PersonName } from '../../admin-api/content-api.ts'
import { asValues, prepareRead } from '../../content/read/prepare-read.ts'
import type { PreparedRead } from '../../content/read/prepared-read.ts'
import { loadRows } from '../../content/read/rows/load-rows.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { mayReadField, namesHidden } from '../../plan/access.ts'
import type { QueryObject } from '../../query/query-value.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { populateAll, type QueryScope } from './entry-query.ts'
import type { ManagedType } from './managed-type.ts'
import { nameRelated } from './name-related.ts'
import { localeOf, personOf, type RawEntry, shapeEntry, statusOf, titleOf } from './shape-values.ts'

/** An entry as it is stored, without what is kept apart from it. */
export interface FormEntry {
  readonly id: number
  readonly values: EntryValues
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly publishedAt: string | null
  readonly createdBy: PersonName | null
  readonly updatedBy: PersonName | null
  readonly translations: readonly RawEntry[]
}

export interface EntryReader {
  /** `scope`: inside a write. Throws `notFound`. */
  read(id: number, scope?: WriteScope): Promise<FormEntry>
}

/** Prepared outside of transactions, since planning may need a connection of its own. */
export async function entryReader(
  context: ManagementContext,
  managed: ManagedType,
  relations: QueryScope['relations'] = 'first',
): Promise<EntryReader> {
  const { type, access } = managed
  const { populate, shape } = await entryForms(context, managed, relations)
  const prepared = await prepareRead(context.content, { type, access, ...asValues({ populate }) }, { kind: 'stored' })
  return {
    read: async (id, write) => {
      const entry = shape(await loadRaw(context, prepared, id, write))
      // A write compares ids, not names.
      if (write !== undefined) return entry
      const [values] = await nameRelated(context, managed, [entry.values])
      return { ...entry, values: values! }
    },
  }
}

/** What to ask for, and how an answer becomes the entry of a form. */
export interface EntryForms {
  readonly populate: QueryObject
  readonly shape: (raw: RawEntry) => FormEntry
}

export async function entryForms(
  { schema, views }: ManagementContext,
  managed: ManagedType,
  relations: QueryScope['relations'],
): Promise<EntryForms> {
  const { type, access } = managed
  const view = await views.all()
  const titleField = (model: Model) => view(model).settings.mainField
  const scope: QueryScope = { schema, access, titleField, relations }
  return {
    populate: { ...populateAll(type, scope), ...translationsBranch(managed) },
    shape: raw => {
      const { attributes } = raw
      return {
        id: raw.id,
        values: shapeEntry(type, raw, { schema, titleField, namesHidden: uid => namesHidden(access, uid) }),
        title: titleOf(type, raw, { schema, titleField }),
        status: statusOf(type, attributes),
        locale: localeOf(attributes),
        createdAt: textOf(attributes.createdAt),
        updatedAt: textOf(attributes.updatedAt),
        publishedAt: textOf(attributes.publishedAt),
        createdBy: personOf(attributes.createdBy),
        updatedBy: personOf(attributes.updatedBy),
        translations: (attributes.localizations as unknown as { data: readonly RawEntry[] } | undefined)?.data ?? [],
      }
    },
  }
}

async function loadRaw(
  { database, content }: ManagementContext,
  { program, toJson }: PreparedRead,
  id: number,
  write: WriteScope | undefined,
): Promise<RawEntry> {
  const steps = loadRows(program, database.dialect, { entryIds: [id], limits: content.limits })
  const json = toJson(await (write === undefined ? database.read(steps, {}) : write.read(steps)))
  if (json === null) throw new PopulusError('notFound')
  return (JSON.parse(json.toString()) as { data: RawEntry }).data
}

/** Of translations: their locale and status, and which of the localized fields are filled. */
function translationsBranch({ type, access }: ManagedType): QueryObject {
  if (!type.localized || !type.attributes.has('localizations')) return {}
  const localized = localizedFields(type).filter(({ name }) => mayReadField(access, type.uid, name))
  const scalars = localized.filter(({ kind }) => kind === 'scalar').map(({ name }) => name)
  const parts = localized.filter(({ kind }) => kind === 'component' || kind === 'zone')
  const populate = Object.fromEntries(parts.map(({ name }) => [name, { fields: ['id'] }]))
  const fields = [...new Set([...scalars, 'locale', 'publishedAt'])].filter(name => isPlain(type, name))
  return { localizations: { fields, ...(parts.length === 0 ? {} : { populate }) } }
}

/** The fields that each translation has for itself. Relations count for no translation. */
export function localizedFields(type: Model): readonly Attribute[] {
  return [...type.attributes.values()].filter(
    ({ name, kind, localized }) =>
      localized && !SYSTEM.has(name) && (kind === 'scalar' || kind === 'component' || kind === 'zone'),
  )
}

const SYSTEM = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale'])

function isPlain(type: Model, name: string): boolean {
  const attribute = type.attributes.get(name)
  return attribute?.kind === 'scalar' && attribute.type !== 'password'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
