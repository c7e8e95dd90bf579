/** What operators watch, in the Prometheus format: requests, cache, connections, event loop, memory. */

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { BudgetFigures } from '../../kept/cache-budget.ts'
import type { CacheFigures as AllCacheFigures } from '../../kept/response-cache.ts'
import { type ReplicaReads, watchReplicas } from './replica-figures.ts'
import { type AnsweredRequest, watchRequests } from './request-durations.ts'

type CacheFigures = Omit<AllCacheFigures, 'stale'>

export interface PoolFigures {
  /** Maximum number of connections at the same time. */
  readonly size: number
  readonly inUse: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

export interface ExpensiveReads {
  readonly running: number
  readonly waiting: number
  /** Since the start. */
  readonly ended: number
  readonly processes: number
}

/** The figures of one process, as sent to another one. */
export type Figures = object

export interface MetricsInput {
  readonly version: string
  /** Called when the figures are read, never before. Absent if there is nothing to measure. */
  readonly cache?: (() => CacheFigures) | undefined
  /** Everything that is cached, including that cache. */
  readonly caches?: (() => BudgetFigures) | undefined
  readonly pool?: (() => PoolFigures) | undefined
  readonly expensiveReads?: (() => ExpensiveReads) | undefined
  /** Empty if there are none. */
  readonly replicas?: (() => readonly ReplicaReads[]) | undefined
  /** The figures of all processes that serve together, including this one. Absent if this is the only process. */
  readonly gather?: (() => Promise<readonly Figures[]>) | undefined
}

export interface Metrics {
  readonly contentType: string
  count(request: AnsweredRequest): void
  /** For this process. */
  figures(): Promise<Figures>
  /** For all processes that serve together. */
  text(): Promise<string>
}

/** Uses its own registry: the servers of one process share nothing here. */
export function createMetrics(input: MetricsInput): Metrics {
  const registry = new Registry()
  const count = watchRequests(registry)
  if (input.cache !== undefined) watchCache(registry, input.cache)
  if (input.caches !== undefined) watchCaches(registry, input.caches)
  if (input.pool !== undefined) watchPool(registry, input.pool)
  if (input.replicas !== undefined && input.replicas().length > 0) watchReplicas(registry, input.replicas)
  watchProcess(registry, input.version)
  if (input.expensiveReads !== undefined) watchExpensiveReads(registry, input.expensiveReads)
  return {
    contentType: registry.contentType,
    count,
    figures: () => registry.getMetricsAsJSON(),
    text: async () => {
      const all = (await input.gather?.()) ?? []
      return all.length === 0 ? registry.metrics() : AggregatorRegistry.aggregate([...all]).metrics()
    },
  }
}

function watchCache(registry: Registry, read: () => CacheFigures): void {
  const name = 'populus_response_cache'
  watchTotal(registry, `${name}_hits_total`, 'Answers that came from the cache.', () => read().hits)
  watchTotal(registry, `${name}_misses_total`, 'Answers that were not in the cache.', () => read().misses)
  watchNumber(registry, `${name}_entries`, 'Answers in the cache.', () => read().entries)
  watchNumber(registry, `${name}_bytes`, 'Memory that the cached answers use.', () => read().bytes)
}

/** Estimates, the same ones that the caches use for their limits. */
function watchCaches(registry: Registry, read: () => BudgetFigures): void {
  const gauge = (name: 'bytes' | 'entries', help: string) =>
    new Gauge({
      name: `populus_cache_${name}`,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        for (const [cache, use] of read().caches) this.set({ cache }, use[name])
      },
    })
  gauge('bytes', 'Memory that each cache uses.')
  gauge('entries', 'Entries in each cache.')
  const budget = 'Memory that all caches together may use.'
  watchNumber(registry, 'populus_cache_budget_bytes', budget, () => read().bytes)
}

function watchPool(registry: Registry, read: () => PoolFigures): void {
  const most = 'Connections to PostgreSQL that may be open at the same time.'
  watchNumber(registry, 'populus_database_connections_max', most, () => read().size)
  const inUse = 'Connections that a request is using.'
  watchNumber(registry, 'populus_database_connections_in_use', inUse, () => read().inUse)
  watchNumber(registry, 'populus_database_waiting', 'Requests that wait for a connection.', () => read().waiting)
}

function watchExpensiveReads(registry: Registry, read: () => ExpensiveReads): void {
  const name = 'populus_expensive_reads'
  watchNumber(registry, `${name}_running`, 'Expensive queries that are running.', () => read().running)
  watchNumber(registry, `${name}_waiting`, 'Expensive queries that wait for their turn.', () => read().waiting)
  const processes = 'Processes that run expensive queries on SQLite.'
  watchNumber(registry, 'populus_reader_processes', processes, () => read().processes)
  const ended = 'Queries that were ended because they took too long or their client had gone.'
  watchTotal(registry, `${name}_ended_total`, ended, () => read().ended)
}

function watchNumber(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(read())
    },
  })
}

/** A number that only grows. */
function watchTotal(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** Those that prom-client collects from Node, and the running versions. */
function watchProcess(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({ name: 'populus_processes', help: 'Processes that serve requests together.', registers }).set(1)
  new Gauge({
    name: 'populus_build_info',
    help: 'Versions, as labels.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version, node: process.version }, 1)
}
