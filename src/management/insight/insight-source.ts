/** What a process knows about its own work. Plain values, so that one process can show those of all. */
import type { ProcessInsight } from '../../admin-api/insight-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { CacheBudget } from '../../kept/cache-budget.ts'
import { type InventoryFigures, QueryInventory } from '../../kept/use/query-inventory.ts'

export interface ProcessFigures {
  readonly process: ProcessInsight
  readonly inventory: InventoryFigures
}

export interface InsightSource {
  /** Of this process. */
  readonly own: () => ProcessFigures
  /** Of all processes that serve together, this one included; absent if it is the only one. */
  readonly gather?: (() => Promise<readonly ProcessFigures[]>) | undefined
  /** The schema of the database that has the content. */
  readonly place: string
}

/** Those of all processes, the one that answers first. */
export async function allFigures({
  own,
  gather,
}: InsightSource): Promise<readonly [ProcessFigures, ...ProcessFigures[]]> {
  const here = own()
  const others = ((await gather?.()) ?? []).filter(({ process: { pid } }) => pid !== here.process.pid)
  return [here, ...others]
}

export function ownFigures(
  { database, responses, inventory = new QueryInventory() }: ContentContext,
  budget: CacheBudget,
): ProcessFigures {
  const { hits, misses, stale } = responses.figures()
  const { running, waiting, ended } = database.expensiveReads()
  const { rss, heapUsed } = process.memoryUsage()
  const kept = budget.figures()
  return {
    inventory: inventory.figures(),
    process: {
      pid: process.pid,
      startedAt: new Date(performance.timeOrigin).toISOString(),
      memory: { resident: rss, heap: heapUsed },
      busy: performance.eventLoopUtilization().utilization,
      answers: { hits, misses, stale },
      caches: [...kept.caches].map(([name, { entries, bytes }]) => ({ name, entries, bytes })),
      room: kept.bytes,
      connections: database.figures?.() ?? null,
      expensive: { running, waiting, ended },
    },
  }
}
