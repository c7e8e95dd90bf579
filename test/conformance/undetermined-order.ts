/**
 * Answers that are the same but for an order which the query does not determine, and which Strapi leaves to the database:
 * entries of a list without `sort`, entries with equal sort keys, and the entries that a file belongs to (`related`). Such
 * an answer counts as equal when it has the same entries on the same page, with the same bytes each. Ours have the order
 * of ids, or of the links (ruling 7).
 */
import type { Answer, RecordedCase } from './cases.ts'

interface Entry {
  readonly id: number
}

export function entriesOf({ body }: Answer): readonly Entry[] {
  const data = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data
  return Array.isArray(data) ? (data as Entry[]) : []
}

export const idsOf = (answer: Answer): number[] => entriesOf(answer).map(({ id }) => id)
export const metaOf = ({ body }: Answer): unknown => (body as { meta?: unknown }).meta

export async function differsInOrderOnly(
  given: Answer,
  recorded: RecordedCase,
  ask: (path: string) => Promise<Answer>,
): Promise<boolean> {
  if (given.status !== 200 || recorded.status !== 200 || entriesOf(given).length === 0) return false
  if (JSON.stringify(metaOf(given)) !== JSON.stringify(metaOf(recorded))) return false
  if (JSON.stringify(contentOf(given)) !== JSON.stringify(contentOf(recorded))) return false
  const [ours, theirs] = [idsOf(given), idsOf(recorded)]
  if (ours.join() === theirs.join() || !isSorted(recorded)) return true
  // What comes first whichever way ties are broken is determined.
  const turned = idsOf(await ask(withLastKey(recorded.path, 'id:desc')))
  const places = (ids: readonly number[]) => new Map(ids.map((id, place) => [id, place]))
  const [inOurs, inTurned] = [places(ours), places(turned)]
  const isDetermined = (first: number, second: number) =>
    inOurs.get(first)! < inOurs.get(second)! && inTurned.get(first)! < inTurned.get(second)!
  return (
    [...turned].sort().join() === [...ours].sort().join() &&
    theirs.every((id, place) => theirs.slice(place + 1).every(later => !isDetermined(later, id)))
  )
}

/** The entries by their ids, and lists of `related` by type and id. */
function contentOf(answer: Answer): unknown {
  const entries = [...entriesOf(answer)].sort((a, b) => a.id - b.id)
  return JSON.parse(
    JSON.stringify(entries, (key, value: unknown) =>
      key === 'related' && Array.isArray(value) ? [...value].sort(byTypeAndId) : value,
    ),
  )
}

function byTypeAndId(a: unknown, b: unknown): number {
  const [one, other] = [a, b] as { __type: string; id: number }[]
  return one!.__type === other!.__type ? one!.id - other!.id : one!.__type < other!.__type ? -1 : 1
}

function isSorted({ path }: RecordedCase): boolean {
  return /[?&]sort(?:\[|%5B|=)/.test(path)
}

/** `sort=rank` with one more key, in its own form. */
function withLastKey(path: string, key: string): string {
  return /[?&]sort=/.test(path) ? path.replace(/([?&]sort=[^&]+)/, `$1,${key}`) : `${path}&sort[99]=${key}`
}
