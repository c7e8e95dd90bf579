/** The entries and links of an archive of Strapi -> a file as `populus export` writes it. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Selection } from '../../content/records/record-selection.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { type Attribute, type ContentType, FILE_UID, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import type { ConvertedArchive } from '../../strapi-support.ts'
import { FORMAT, type Reference, VERSION } from '../../transfer/export-format.ts'
import { selectionOf } from '../../transfer/transferred-types.ts'
import { LinkStore } from './link-store.ts'
import { archiveLines, type StrapiArchive } from './read-strapi-archive.ts'

interface ArchivedEntry {
  readonly type: string
  readonly id: number
  readonly data: JsonObject
}

const BATCH = 100

/** `folder` is a temporary one. The same archive always gives the same file. */
export async function convertArchive(
  archive: StrapiArchive,
  schema: Schema,
  folder: string,
): Promise<ConvertedArchive> {
  const links = await LinkStore.open(folder)
  try {
    const counts = await countEntries(archive)
    const types = [...schema.types.values()].filter(({ uid }) => counts.has(uid) && !uid.startsWith('admin::'))
    const selection = selectionOf(schema, types)
    await readLinks(archive, schema, links)
    const file = join(folder, 'content.ndjson')
    await writeEntries(archive, file, { schema, selection, links, types, counts })
    const left = [...counts].filter(([uid]) => !types.some(type => type.uid === uid))
    return {
      file,
      skipped: new Map(left),
      notes: left.map(([uid, count]) => `${count} entries of ${uid} are left out: this project has no such type`),
    }
  } finally {
    await links.close()
  }
}

async function countEntries(archive: StrapiArchive): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for await (const entry of archiveLines(archive, 'entities')) {
    const { type } = entry as ArchivedEntry
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return counts
}

interface ArchivedLink {
  readonly kind: string
  readonly left: ArchivedEnd
  readonly right: ArchivedEnd
}

interface ArchivedEnd {
  readonly type: string
  readonly ref: number
  readonly field?: string | null
  readonly pos?: number | null
}

async function readLinks(archive: StrapiArchive, schema: Schema, links: LinkStore): Promise<void> {
  for await (const line of archiveLines(archive, 'links')) {
    const { kind, left, right } = line as ArchivedLink
    if (left.type === FILE_UID && left.field === 'related') {
      // Media are stored with the entry that shows them.
      const end = { type: right.type, id: right.ref, field: right.field ?? '' }
      await links.add(end, { type: FILE_UID, id: left.ref, order: right.pos ?? null })
    } else {
      const end = { type: left.type, id: left.ref, field: left.field ?? '' }
      await links.add(end, referenceOf(kind, left, right, attributeOf(schema, end)))
    }
  }
  await links.flush()
}

function referenceOf(kind: string, left: ArchivedEnd, right: ArchivedEnd, attribute: Attribute | undefined): Reference {
  const to = { type: right.type, id: right.ref }
  if (kind !== 'relation.morph') return { ...to, order: left.pos ?? null, inverseOrder: right.pos ?? null }
  if (attribute?.kind !== 'morph' || !attribute.many) return to
  return { ...to, order: right.pos ?? null, ...(typeof right.field === 'string' ? { field: right.field } : {}) }
}

function attributeOf(schema: Schema, { type, field }: { readonly type: string; readonly field: string }) {
  return (schema.types.get(type) ?? schema.components.get(type))?.attributes.get(field)
}

interface Conversion {
  readonly schema: Schema
  readonly selection: Selection
  readonly links: LinkStore
  readonly types: readonly ContentType[]
  readonly counts: ReadonlyMap<string, number>
}

async function writeEntries(archive: StrapiArchive, file: string, conversion: Conversion): Promise<void> {
  const { types, counts } = conversion
  const handle = openSync(file, 'wx', 0o600)
  const write = (line: object) => writeSync(handle, `${JSON.stringify(line)}\n`)
  try {
    const announced = types.map(({ uid }) => ({ uid, entries: counts.get(uid) }))
    write({ format: FORMAT, version: VERSION, types: announced, components: [] })
    let batch: ArchivedEntry[] = []
    const flush = async () => {
      for (const entry of await converted(batch, conversion)) write(entry)
      batch = []
    }
    for await (const line of archiveLines(archive, 'entities')) {
      const entry = line as ArchivedEntry
      if (!types.some(({ uid }) => uid === entry.type)) continue
      if (batch.push(entry) >= BATCH) await flush()
    }
    await flush()
  } finally {
    closeSync(handle)
  }
}

/** A part of an entry: itself, or a component in it. `members` gets the references. */
interface Part {
  readonly model: Model
  readonly id: number
  readonly members: Record<string, unknown>
}

async function converted(entries: readonly ArchivedEntry[], conversion: Conversion): Promise<readonly object[]> {
  const { schema, selection, links } = conversion
  const parts: Part[] = []
  const lines = entries.map(({ type, id, data }) => {
    const attributes = partOf(modelOf(schema, type), id, data, { schema, selection, parts })
    return { type, id, attributes }
  })
  for (const uid of new Set(parts.map(({ model }) => model.uid))) {
    const same = new Map(parts.filter(({ model }) => model.uid === uid).map(part => [part.id, part]))
    for (const { end, to } of await links.linksOf(uid, [...same.keys()]))
      addReference(selection, same.get(end.id)!, end.field, to)
  }
  return lines
}

interface Walk {
  readonly schema: Schema
  readonly selection: Selection
  readonly parts: Part[]
}

function partOf(model: Model, id: number, data: JsonObject, walk: Walk): Record<string, unknown> {
  const members: Record<string, unknown> = { ...data }
  for (const attribute of walk.selection.attributesOf(model)) {
    const given = data[attribute.name]
    if (given === undefined || given === null) continue
    if (attribute.kind === 'scalar' && attribute.type === 'password') members[attribute.name] = { hash: given }
    if (attribute.kind === 'component' || attribute.kind === 'zone')
      members[attribute.name] = Array.isArray(given)
        ? given.map(one => componentOf(attribute, one, walk))
        : componentOf(attribute, given, walk)
  }
  walk.parts.push({ model, id, members })
  return members
}

function componentOf(attribute: Attribute & { kind: 'component' | 'zone' }, given: unknown, walk: Walk): unknown {
  if (!isObject(given)) return given
  const uid = attribute.kind === 'zone' ? String(given.__component) : attribute.target
  const model = walk.schema.components.get(uid)
  return model === undefined ? given : partOf(model, Number(given.id), given, walk)
}

/** Links that the project's schema does not store, such as those to administrators, are left out. */
function addReference(selection: Selection, { model, members }: Part, field: string, to: Reference): void {
  const attribute = selection.attributesOf(model).find(({ name }) => name === field)
  if (
    attribute === undefined ||
    attribute.kind === 'scalar' ||
    attribute.kind === 'component' ||
    attribute.kind === 'zone'
  )
    return
  if (!attribute.many) members[field] = to
  else members[field] = [...((members[field] as Reference[] | undefined) ?? []), to].sort(byOrder)
}

const byOrder = (one: Reference, other: Reference): number => (one.order ?? 0) - (other.order ?? 0)
