/** The inventory of queries, in the words of the project: addresses, names of callers, and indexes that would help. */
import type {
  CallerUse,
  IndexAdvice,
  QueriesInsight,
  QueryInsight,
  ShapeInsight,
  SlowInsight,
  UseInsight,
} from '../../admin-api/insight-api.ts'
import { loadApiCallers } from '../../identity/access/api-callers.ts'
import { mergeFigures } from '../../kept/use/merge-figures.ts'
import type { SlowAnswer } from '../../kept/use/query-inventory.ts'
import { type QueryShape, quantile, type UseFigures } from '../../kept/use/query-use.ts'
import type { ManagementContext } from '../management-context.ts'
import { indexAdviser } from './index-adviser.ts'
import { allFigures } from './insight-source.ts'

/** Names of callers by what they are counted under: `token:3`. */
type Names = ReadonlyMap<string, string>

export async function queriesInsight(context: ManagementContext): Promise<QueriesInsight> {
  const all = await allFigures(context.insight)
  const { since, uses, rest, slowest, minutes } = mergeFigures(all.map(({ inventory }) => inventory))
  const names = await callerNames(context)
  const advise = await indexAdviser(context)
  const byTime = uses.toSorted((one, other) => other.milliseconds - one.milliseconds)
  return {
    since: timeText(since),
    processes: all.length,
    queries: byTime.map(use => queryInsight(context, use, names, advise)),
    rest: rest.hits === 0 ? null : spentOn(rest, names),
    slowest: slowest.map(slow => slowInsight(context, slow, names)),
    minutes: minutes.map(({ at, answers, kept, milliseconds }) => ({
      at: timeText(at),
      answers,
      kept,
      milliseconds: answers === 0 ? 0 : rounded(milliseconds / answers),
    })),
  }
}

function queryInsight(
  context: ManagementContext,
  use: UseFigures,
  names: Names,
  advise: (shape: QueryShape) => readonly IndexAdvice[],
): QueryInsight {
  return {
    ...shapeInsight(context, use),
    ...spentOn(use, names),
    cost: Math.round(use.cost),
    lastAt: timeText(use.lastAt),
    advice: advise(use),
  }
}

function spentOn({ hits, kept, bytes, milliseconds, longest, buckets, callers }: UseFigures, names: Names): UseInsight {
  return {
    hits,
    kept: rounded(kept / hits),
    bytes: Math.round(bytes / hits),
    p50: quantile(buckets, 0.5),
    p99: quantile(buckets, 0.99),
    longest: rounded(longest),
    total: rounded(milliseconds),
    callers: callers
      .toSorted(([, one], [, other]) => other - one)
      .map(([caller, count]) => ({ ...callerOf(caller, names), hits: count })),
  }
}

function slowInsight(context: ManagementContext, slow: SlowAnswer, names: Names): SlowInsight {
  const { at, milliseconds, bytes, kept, caller } = slow
  return {
    ...shapeInsight(context, slow),
    at: timeText(at),
    milliseconds: rounded(milliseconds),
    bytes,
    kept,
    caller: callerOf(caller, names),
  }
}

export function shapeInsight(
  { schema, project }: ManagementContext,
  { type: uid, target, text }: Pick<QueryShape, 'type' | 'target' | 'text'>,
): ShapeInsight {
  const type = schema.types.get(uid)
  const name = type === undefined ? uid : type.single ? type.singularName : type.pluralName
  return { type: uid, path: `${project.prefix}/${name}${below(target)}`, query: text }
}

function below(target: string): string {
  if (target === 'entry') return '/:id'
  if (target === 'aggregate') return '/aggregate'
  return target.endsWith(':') ? `/${target}…` : ''
}

/** Roles and tokens that exist. */
async function callerNames({ database, schema }: ManagementContext): Promise<Names> {
  const callers = await loadApiCallers(database, schema)
  return new Map(
    callers.map(({ kind, id, name, role }) => [
      kind === 'public' ? kind : kind === 'token' ? `token:${id}` : `role:${role?.type}`,
      name,
    ]),
  )
}

function callerOf(caller: string, names: Names): Omit<CallerUse, 'hits'> {
  const [kind = ''] = caller.split(':', 1)
  const isKnown = kind === 'public' || kind === 'role' || kind === 'token'
  return { kind: isKnown ? kind : 'others', name: names.get(caller) ?? null }
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** To three digits. */
function rounded(number: number): number {
  return Number(number.toPrecision(3))
}
