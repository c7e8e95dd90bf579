/** Insight: which queries clients ask and what they take, the tables, and how the server is. For super administrators. */
import type { Data } from './route-types.ts'

export interface InsightApi {
  /** Every shape of query in use, since the server started. Values of queries are not kept. */
  readonly 'GET /insight/queries': { readonly answer: Data<QueriesInsight> }
  readonly 'GET /insight/tables': { readonly answer: Data<TablesInsight> }
  /** The tables of one type or component: its own, and those that connect it. */
  readonly 'GET /insight/tables/:uid': { readonly answer: Data<readonly ModelTable[]> }
  readonly 'GET /insight/health': { readonly answer: Data<HealthInsight> }
}

export interface QueriesInsight {
  /** When counting began: the start of the oldest process. */
  readonly since: string
  /** How many processes have counted. */
  readonly processes: number
  /** The one that took most time first. */
  readonly queries: readonly QueryInsight[]
  /** Shapes that are used so seldom that they are counted together; `null` if there are none. */
  readonly rest: UseInsight | null
  readonly slowest: readonly SlowInsight[]
  /** The last hour, the oldest minute first. */
  readonly minutes: readonly MinuteInsight[]
}

export interface UseInsight {
  readonly hits: number
  /** The part that needed no database, from 0 to 1. */
  readonly kept: number
  /** Of an answer, on average, before it is compressed. */
  readonly bytes: number
  /** In milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Of all answers together, in milliseconds. */
  readonly total: number
  /** Who asks, the most frequent first. */
  readonly callers: readonly CallerUse[]
}

export interface QueryInsight extends ShapeInsight, UseInsight {
  /** Expected, in points; the highest one so far. */
  readonly cost: number
  readonly lastAt: string
  /** Indexes that would help. */
  readonly advice: readonly IndexAdvice[]
}

/** Queries that differ in their values alone. */
export interface ShapeInsight {
  /** The uid of the content type. */
  readonly type: string
  /** `/api/articles`, `/api/articles/:id`, `/api/articles/aggregate` */
  readonly path: string
  /** The parameters, with `…` for values; empty for none. */
  readonly query: string
}

export interface CallerUse {
  readonly kind: 'public' | 'role' | 'token' | 'others'
  /** Of the role or the token; `null` if it is gone. */
  readonly name: string | null
  readonly hits: number
}

export interface IndexAdvice {
  readonly type: string
  readonly field: string
  readonly use: 'sort' | 'filter'
  /** About how many rows are read without it. */
  readonly rows: number
  /** Creates it at once. A field with `"index": true` in its schema file has it after the next start, too. */
  readonly statement: string
}

export interface SlowInsight extends ShapeInsight {
  readonly at: string
  readonly milliseconds: number
  readonly bytes: number
  readonly kept: boolean
  readonly caller: Omit<CallerUse, 'hits'>
}

export interface MinuteInsight {
  readonly at: string
  readonly answers: number
  readonly kept: number
  /** Of an answer, on average, in milliseconds. */
  readonly milliseconds: number
}

export interface TablesInsight {
  /** The largest first. */
  readonly tables: readonly TableInsight[]
  /** Statements for indexes that the server would like to have, but does not create itself in a database of Strapi. */
  readonly advice: readonly string[]
}

export interface TableInsight {
  readonly name: string
  /** The uid of the type or component whose values it has; `null` for others. */
  readonly model: string | null
  /** Estimated where the table is large. */
  readonly rows: number
  /** With its indexes; `null` if the database does not say. */
  readonly bytes: number | null
  readonly indexes: readonly string[]
}

export interface ModelTable {
  readonly name: string
  /** The attributes whose links it has; empty for the table of the values. */
  readonly attributes: readonly string[]
  /** Estimated where the table is large. */
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly unique: boolean }[]
}

export interface HealthInsight {
  readonly database: {
    readonly kind: 'sqlite' | 'postgres'
    /** How long it took to answer, in milliseconds. */
    readonly milliseconds: number
    /** Why nothing can be stored; `null` as long as something can. */
    readonly refusal: string | null
    readonly replicas: readonly ReplicaInsight[]
  }
  /** The one that answers first. */
  readonly processes: readonly ProcessInsight[]
}

export interface ReplicaInsight {
  readonly address: string
  readonly state: string
  readonly lag: number | null
  readonly share: number
}

export interface ProcessInsight {
  readonly pid: number
  readonly startedAt: string
  /** Bytes. */
  readonly memory: { readonly resident: number; readonly heap: number }
  /** The part of the time in which it was busy, since its start, from 0 to 1. */
  readonly busy: number
  readonly answers: {
    readonly hits: number
    readonly misses: number
    /** Found, but changed since. */
    readonly stale: number
  }
  readonly caches: readonly { readonly name: string; readonly entries: number; readonly bytes: number }[]
  /** What all of them together may use, in bytes. */
  readonly room: number
  /** Connections to the database; `null` where their number is not limited. */
  readonly connections: { readonly size: number; readonly inUse: number; readonly waiting: number } | null
  readonly expensive: { readonly running: number; readonly waiting: number; readonly ended: number }
}
