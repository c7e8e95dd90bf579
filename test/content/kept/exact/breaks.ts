/** Parts of the rule, each left out while a function runs. */

import { AccessCache, type AccessSnapshot } from '../../../../src/identity/access/access-cache.ts'
import { ChangeLog } from '../../../../src/kept/dependencies/change-log.ts'
import type { Dependencies, RowWatch, TableDependency, Watch } from '../../../../src/kept/dependencies/dependencies.ts'
import type { MovedRow } from '../../../../src/kept/dependencies/row-marks.ts'
import type { Client } from '../../../support/databases.ts'

export interface Break {
  readonly name: string
  /** Where it shows: the database, and what the paths of questions contain. */
  readonly client: Client
  readonly about: RegExp
  /** How often another program writes, if not as usual. */
  readonly foreign?: number
  without<T>(work: () => Promise<T>): Promise<T>
}

type Weaken = (dependency: TableDependency, table: string) => TableDependency

const NONE: ReadonlySet<string> = new Set()

const PARTS = /populate\[0\]=(seo|rows|zone)/

export const BREAKS: readonly Break[] = [
  broken(
    'a column that is shown',
    /fields\[0\]=title/,
    withColumns(columns => without(columns, 'title')),
  ),
  broken(
    'links of components',
    PARTS,
    withRows(({ key }) => key !== 'entity_id'),
  ),
  broken(
    'links of files',
    /populate\[0\]=(cover|gallery)/,
    withRows(({ key }) => key !== 'related_id'),
  ),
  broken(
    'links of relations',
    /populate\[[rb]\d/,
    withRows(({ key }) => ['id', 'entity_id', 'related_id'].includes(key)),
  ),
  broken('changes of rights', /fields/, null),
  moving('what a row was before', ([, after]) => [null, after]),
  moving('what a row is afterwards', ([before]) => [before, before]),
  // Over the API, whatever changes a component also writes its link. Another program need not do that; triggers announce it.
  { ...broken('rows of components', PARTS, withRows(isNoComponent)), client: 'postgres', foreign: 0.7 },
]

/** Only in the long form. */
export const MORE_BREAKS: readonly Break[] = [
  broken(
    'rows that are shown',
    /fields/,
    withRows(({ key }) => key !== 'id'),
  ),
  broken(
    'deleted rows',
    /fields/,
    withWatch(watch => ({ ...watch, deletes: false })),
  ),
  broken(
    'the column of drafts',
    /fields\[0\]=\w+$/,
    withWatch(watch => ({ ...watch, columns: without(watch.columns, 'published_at') })),
  ),
  broken(
    'a column of filters and sorts',
    /rank/,
    withWatch(watch => ({ ...watch, columns: without(watch.columns, 'rank') })),
  ),
  broken(
    'links in filters and sorts',
    /(filters\[|sort\[0\]=)[rb]\d/,
    withWatch(watch => (watch.columns === 'any' ? { ...watch, columns: NONE } : watch)),
  ),
  broken(
    'new rows',
    /fields/,
    withWatch(watch => ({ ...watch, inserts: null })),
  ),
]

function moving(name: string, other: (row: MovedRow) => MovedRow): Break {
  return { ...broken(name, /fields/, null), without: work => withOtherMoves(other, work) }
}

/** Without `weaken`: rights are read once. */
function broken(name: string, about: RegExp, weaken: Weaken | null): Break {
  return {
    name,
    client: 'sqlite',
    about,
    without: work => (weaken === null ? withFirstRights(work) : withWeaker(weaken, work)),
  }
}

async function withWeaker<T>(weaken: Weaken, work: () => Promise<T>): Promise<T> {
  const { hasTouched, movedSince } = ChangeLog.prototype
  const weaker = ({ plan, ids, values }: Dependencies): Dependencies => {
    const tables = new Map([...plan.tables].map(([table, dependency]) => [table, weaken(dependency, table)]))
    return { plan: { ...plan, tables }, ids, values }
  }
  ChangeLog.prototype.hasTouched = function (dependencies, since) {
    return hasTouched.call(this, weaker(dependencies), since)
  }
  ChangeLog.prototype.movedSince = function (dependencies, since) {
    return movedSince.call(this, weaker(dependencies), since)
  }
  try {
    return await work()
  } finally {
    Object.assign(ChangeLog.prototype, { hasTouched, movedSince })
  }
}

/** Totals change by other rows than those that have moved. */
async function withOtherMoves<T>(other: (row: MovedRow) => MovedRow, work: () => Promise<T>): Promise<T> {
  const { changed } = ChangeLog.prototype
  ChangeLog.prototype.changed = function (change) {
    const told =
      change === 'all'
        ? change
        : change.map(({ moved, ...each }) => (moved ? { ...each, moved: moved.map(other) } : each))
    changed.call(this, told)
  }
  try {
    return await work()
  } finally {
    ChangeLog.prototype.changed = changed
  }
}

async function withFirstRights<T>(work: () => Promise<T>): Promise<T> {
  const { current } = AccessCache.prototype
  const first = new WeakMap<AccessCache, Promise<AccessSnapshot>>()
  AccessCache.prototype.current = function () {
    const known = first.get(this) ?? current.call(this)
    first.set(this, known)
    return known
  }
  try {
    return await work()
  } finally {
    AccessCache.prototype.current = current
  }
}

function isNoComponent({ key }: RowWatch, table: string): boolean {
  return key !== 'id' || !table.startsWith('components_')
}

function withRows(keeps: (row: RowWatch, table: string) => boolean): Weaken {
  return ({ watch, rows }, table) => ({ watch, rows: rows.filter(row => keeps(row, table)) })
}

function withWatch(weaker: (watch: Watch) => Watch): Weaken {
  return ({ watch, rows }) => ({ watch: watch && weaker(watch), rows })
}

function withColumns(weaker: (columns: RowWatch['columns']) => RowWatch['columns']): Weaken {
  return ({ watch, rows }) => ({ watch, rows: rows.map(row => ({ ...row, columns: weaker(row.columns) })) })
}

function without(columns: RowWatch['columns'], left: string): RowWatch['columns'] {
  return columns === 'any' ? columns : new Set([...columns].filter(column => column !== left))
}
