/** Counts the entries of a relation that an answer shows only in part. */
import type { ChildPlan, EntryPlan, LinkPlan, ReadPlan } from '../../../plan/read/read-plan.ts'
import { compileRead } from '../../../sql/compile-read.ts'
import { compileAnswerSerializer, compileFrame } from '../../../wire/answer-serializer.ts'
import type { ContentContext } from '../../content-context.ts'
import { loadRows } from './load-rows.ts'

interface CountedList {
  /** From the entry down. The last one is counted. */
  readonly children: readonly LinkPlan[]
  readonly entryId: number | null
}

/** One number for each entry of the answer that has the relation. */
export async function countLinked(
  { database, limits, output }: ContentContext,
  plan: ReadPlan,
  { children, entryId }: CountedList,
): Promise<readonly number[]> {
  const page = plan.page === null ? null : { ...plan.page, withCount: false }
  const program = compileRead({ ...plan, page, entry: counting(plan.entry, children) }, database.dialect)
  const steps = loadRows(program, database.dialect, { limits, entryIds: entryId === null ? [] : [entryId] })
  const { wire } = database
  const toJson = compileAnswerSerializer(program, { wire, limits, output }, compileFrame(program, wire, null))
  const json = toJson(await database.read(steps, {}))
  return json === null ? [] : numbersAt(JSON.parse(json.toString()) as unknown, children)
}

/** The same entries with nothing but the way to the list, and its count instead of the list. */
function counting(entry: EntryPlan, [child, ...below]: readonly LinkPlan[]): EntryPlan {
  if (child === undefined) return { ...entry, scalars: [], children: [] }
  const { attribute, where } = child
  const next: ChildPlan =
    below.length === 0
      ? { kind: 'count', shows: 'count', attribute, target: child.entry.model, where }
      : { ...child, entry: counting(child.entry, below) }
  return { ...entry, scalars: [], children: [next] }
}

/** Relations are `{ data }` of `{ id, attributes }`, components are plain; a count is `{ data: { attributes: { count } } }`. */
function numbersAt(answer: unknown, children: readonly LinkPlan[]): readonly number[] {
  const inside = (value: unknown): readonly Record<string, unknown>[] => {
    const list = Array.isArray(value) ? value : [value]
    return list.flatMap(item => {
      if (typeof item !== 'object' || item === null) return []
      const { data, attributes } = item as { data?: unknown; attributes?: Record<string, unknown> }
      if (attributes !== undefined) return [attributes]
      return data === undefined ? [item as Record<string, unknown>] : inside(data)
    })
  }
  let level = inside((answer as { data: unknown }).data)
  for (const { attribute } of children) level = level.flatMap(entry => inside(entry[attribute.name]))
  return level.map(({ count }) => Number(count ?? 0))
}
