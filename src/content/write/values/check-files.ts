/** Checks that a body puts no file where its type is not accepted. Files that are already there may stay. */
import type { RowRules } from '../../../plan/access.ts'
import type { EntryWrite, LinkWrite, ValueProblem } from '../../../plan/write/write-plan.ts'
import { acceptsAll, acceptsFile } from '../../../schema/accepted-files.ts'
import { FILE_UID, type LinkTable, type MediaAttribute } from '../../../schema/schema.ts'
import { selectFileTypes } from '../../../sql/compile-write.ts'
import { selectChildrenOf } from '../../../sql/links/change-links.ts'
import { knownIds } from '../open-rows.ts'
import type { WriteScope } from '../write-scope.ts'

interface PlacedFiles {
  readonly attribute: MediaAttribute
  readonly ids: readonly number[]
  readonly path: readonly string[]
  /** The row that has the attribute; `null` for a new one. */
  readonly owner: number | null
}

export interface FilesToCheck {
  readonly write: EntryWrite
  /** `null` for a new entry. */
  readonly id: number | null
}

/**
 * In the order of the bodies. One statement if all files are accepted, none for bodies without files.
 * `rows`: the rules for the writer, who learns nothing about files outside them.
 */
export async function checkFiles(
  scope: WriteScope,
  bodies: readonly FilesToCheck[],
  rows?: RowRules,
): Promise<readonly (readonly ValueProblem[])[]> {
  const placed = bodies.map(({ write, id }) => filesIn(write, id, []))
  const table = scope.schema.types.get(FILE_UID)?.table ?? null
  const ids = [...new Set(placed.flat().flatMap(place => place.ids))]
  if (ids.length === 0 || table === null) return bodies.map(() => [])
  const files = new Map((await scope.ask(selectFileTypes(table, ids))).map(([file, ...facts]) => [Number(file), facts]))
  const seen = rows === undefined ? new Set(files.keys()) : await knownIds(scope, FILE_UID, ids, rows)
  const isRefused = (attribute: MediaAttribute, file: number) =>
    seen.has(file) && files.has(file) && !acceptsFile(attribute, String(files.get(file)![1]))
  const refused = placed.map(places =>
    places.map(place => ({ ...place, ids: place.ids.filter(file => isRefused(place.attribute, file)) })),
  )
  const isKept = await filesBefore(
    scope,
    refused.flat().filter(place => place.ids.length > 0),
  )
  return refused.map(places =>
    places.flatMap(place =>
      place.ids
        .filter(file => !isKept(place, file))
        .map(file => {
          const [name, mime] = files.get(file)!
          return { path: place.path, message: refusal(place.attribute, String(name), String(mime)) }
        }),
    ),
  )
}

function refusal({ name, allowedTypes }: MediaAttribute, file: string, mime: string): string {
  return `${name} accepts only ${allowedTypes.join(', ')}, but ${file} is ${mime}`
}

/** Only of attributes that do not accept everything. */
function filesIn(write: EntryWrite, owner: number | null, above: readonly string[]): readonly PlacedFiles[] {
  const own = write.links.flatMap(link => {
    const ids = idsOf(link)
    const { attribute } = link
    if (attribute.kind !== 'media' || acceptsAll(attribute) || ids.length === 0) return []
    return [{ attribute, ids, path: [...above, attribute.name], owner }]
  })
  const inner = [...write.components, ...write.zones].flatMap(({ attribute, items }) =>
    items.flatMap(({ id, entry }, index) => {
      const isListed = attribute.kind === 'zone' || attribute.many
      return filesIn(entry, id, [...above, attribute.name, ...(isListed ? [String(index)] : [])])
    }),
  )
  return [...own, ...inner]
}

function idsOf({ change }: LinkWrite): readonly number[] {
  return change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id)
}

/** Which files the rows have now: one statement for each attribute. */
async function filesBefore(
  scope: WriteScope,
  places: readonly PlacedFiles[],
): Promise<(place: PlacedFiles, file: number) => boolean> {
  const known = new Set<string>()
  const keyOf = (link: LinkTable, owner: number, file: number) =>
    `${link.table} ${JSON.stringify(link.fixed)} ${owner} ${file}`
  for (const attribute of new Set(places.map(place => place.attribute))) {
    const { link } = attribute
    const owners = places.flatMap(place => (place.attribute === attribute ? (place.owner ?? []) : []))
    if (link === null || owners.length === 0) continue
    for (const [owner, file] of await scope.ask(selectChildrenOf(link, owners)))
      known.add(keyOf(link, Number(owner), Number(file)))
  }
  return ({ attribute: { link }, owner }, file) =>
    link !== null && owner !== null && known.has(keyOf(link, owner, file))
}
