/** Query string -> statements and serializer: parsed, planned and compiled once, then taken from the cache. */
import { createHash } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { notAPlace } from '../../plan/read/list-place.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import { parseQuery, readRequest } from '../../query/parse-query.ts'
import type { QueryObject } from '../../query/query-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import { compileRead } from '../../sql/compile-read.ts'
import { isPossible } from '../../sql/places/compile-place.ts'
import { pageSize, programSize } from '../../sql/program-size.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { withinStack } from '../../util/process/within-stack.ts'
import { compileAnswerSerializer } from '../../wire/answer-serializer.ts'
import type { ContentContext } from '../content-context.ts'
import type { PreparedRead } from './prepared-read.ts'

/** The plans of a list's pages differ only in this. */
const PAGE_NUMBER = /([ &]pagination\[(?:page|start)\]=)\d+(&|$)/

/** Its answer has links to other pages, but only if the query is part of the address. */
const HAS_PLACE = /after|before/

export interface ReadInput {
  readonly type: ContentType
  readonly access: Access
  /** The query string without its question mark. */
  readonly search: string
  /** The same query as nested values, if it was never text; `search` is then only a name for it. */
  readonly query?: QueryObject
  /** The longest query, in bytes, where it is not part of an address. */
  readonly queryLength?: number
}

/** Throws a PopulusError for an invalid query; such queries are not kept. */
export async function prepareRead(
  context: ContentContext,
  { type, access, search, query, queryLength }: ReadInput,
  target: ReadTarget,
): Promise<PreparedRead> {
  const defaultLocale = await context.defaultLocale()
  const inAddress = query === undefined && queryLength === undefined
  const from = inAddress || !HAS_PLACE.test(search) ? '' : 'body '
  const key = `${access.fingerprint} ${type.uid} ${targetName(target)} ${defaultLocale} ${from}${search}`
  const { plans } = context
  const known = plans.get(key)
  // The parts that pages share are counted once, under the key of the list. Without them, the page is not kept either.
  if (known !== undefined && (known.list === undefined || plans.get(known.list) !== undefined)) return known
  // No query contains a line break.
  const listKey = key.replace(PAGE_NUMBER, '$1\n$2')
  const list = listKey === key ? undefined : listKey
  const otherPage = list === undefined ? undefined : plans.get(list)
  const { schema, dialect, settings, limits, output, database } = context
  const name = createHash('sha256').update(key).digest('base64url').slice(0, 16)
  const { program, serializer, hints } = withinStack(
    () => {
      const within = queryLength === undefined ? limits : { ...limits, queryLength }
      const request = query === undefined ? parseQuery(search, within, dialect) : readRequest(query, limits, dialect)
      const statistics = context.statistics.current()
      const plan = planRead(request, type, target, { schema, access, dialect, settings, defaultLocale, statistics })
      checkPlace(plan, database.dialect)
      const program = compileRead(plan, database.dialect, otherPage?.program)
      const parts = { wire: database.wire, limits, output, markFiles: context.markFiles ?? false }
      const serializer = compileAnswerSerializer(
        program,
        { ...parts, search: inAddress ? search : null },
        otherPage?.serializer,
      )
      return { program, serializer, hints: plan.hints }
    },
    () => new PopulusError('tooManyLevels'),
  )
  const prepared = Object.freeze({
    key: name,
    program,
    serializer,
    toJson: serializer.toJson,
    hint: hints.length === 0 ? null : hints.join('; '),
    list,
  })
  if (list !== undefined && otherPage === undefined) plans.set(list, prepared, programSize(program))
  plans.set(key, prepared, list === undefined ? programSize(program) : pageSize(program))
  return prepared
}

/** Only the database's dialect knows which keys its columns can have. */
function checkPlace({ page, order }: ReadPlan, dialect: SqlDialect): void {
  const isForged = page?.kind === 'cursor' && page.place !== null && !isPossible(page.place, order, dialect)
  if (isForged) throw notAPlace(page.direction)
}

function targetName(target: ReadTarget): string {
  return target.kind === 'unique' ? `${target.field}:${encodeURIComponent(target.value)}` : target.kind
}
