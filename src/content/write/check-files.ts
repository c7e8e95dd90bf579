/** Checks that a body puts no file where its type is not accepted. Files that are already there may stay. */
import type { EntryWrite, LinkWrite, ValueProblem } from '../../plan/write/write-plan.ts'
import { acceptsAll, acceptsFile } from '../../schema/accepted-files.ts'
import { FILE_UID, type MediaAttribute } from '../../schema/schema.ts'
import { selectChildren, selectFileTypes } from '../../sql/compile-write.ts'
import type { WriteScope } from './write-scope.ts'

interface PlacedFiles {
  readonly attribute: MediaAttribute
  readonly ids: readonly number[]
  readonly path: readonly string[]
  /** The row that has the attribute; `null` for a new one. */
  readonly owner: number | null
}

/** One statement for a body whose files are all accepted, none for a body without files. */
export async function checkFiles(
  scope: WriteScope,
  write: EntryWrite,
  id: number | null,
): Promise<readonly ValueProblem[]> {
  const placed = filesIn(write, id, [])
  const table = scope.schema.types.get(FILE_UID)?.table ?? null
  if (placed.length === 0 || table === null) return []
  const ids = [...new Set(placed.flatMap(place => place.ids))]
  const files = new Map((await scope.ask(selectFileTypes(table, ids))).map(([file, ...facts]) => [Number(file), facts]))
  const problems: ValueProblem[] = []
  for (const { attribute, ids: wanted, path, owner } of placed) {
    const refused = wanted.filter(file => files.has(file) && !acceptsFile(attribute, String(files.get(file)![1])))
    if (refused.length === 0) continue
    const kept = await filesOf(scope, attribute, owner)
    for (const file of refused.filter(other => !kept.has(other))) {
      const [name, mime] = files.get(file)!
      const allowed = attribute.allowedTypes.join(', ')
      problems.push({
        path,
        message: `${attribute.name} accepts only ${allowed}, but ${String(name)} is ${String(mime)}`,
      })
    }
  }
  return problems
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

async function filesOf(
  scope: WriteScope,
  { link }: MediaAttribute,
  owner: number | null,
): Promise<ReadonlySet<number>> {
  if (link === null || owner === null) return new Set()
  return new Set((await scope.ask(selectChildren(link, owner))).map(([file]) => Number(file)))
}
