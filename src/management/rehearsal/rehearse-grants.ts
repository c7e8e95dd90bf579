/**
 * What a change of grants would mean for the queries that a role has asked: each is planned with the rights before and after
 * it. Nothing is read from the content, and nothing is changed.
 */
import type { Refusal, RehearsalInfo, RehearsedQuery } from '../../admin-api/access-api.ts'
import type { ReadPart } from '../../admin-api/explain-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { PopulusError } from '../../errors.ts'
import { EVERYTHING } from '../../identity/access/make-access.ts'
import type { Role } from '../../identity/access/role-rights.ts'
import { mergeFigures } from '../../kept/use/merge-figures.ts'
import type { UseFigures } from '../../kept/use/query-use.ts'
import type { Access } from '../../plan/access.ts'
import { mapInSlices } from '../../util/process/slices.ts'
import type { ExplainedRequest } from '../explain/explained-request.ts'
import { type Asking, planRequest } from '../explain/plan-request.ts'
import { readTree } from '../explain/read-tree.ts'
import { allFigures } from '../insight/insight-source.ts'
import { shapeInsight } from '../insight/query-insight.ts'
import type { ManagementContext } from '../management-context.ts'
import { type ChangedRights, changedRights } from './changed-rights.ts'
import { missingParts } from './missing-parts.ts'
import { sampleQuery } from './sample-query.ts'

/** Several processes together may know more; the least used ones are skipped. */
const MOST_REHEARSED = 400

/** `input` is the body with which the grants would be set. */
export async function rehearseGrants(
  context: ManagementContext,
  roleId: number,
  input: unknown,
): Promise<RehearsalInfo> {
  const rights = await changedRights(context, roleId, input)
  const plans = await plannedFor(context, rights)
  const { since, uses } = mergeFigures((await allFigures(context.insight)).map(({ inventory }) => inventory))
  const asked = askedBy(rights.role, uses)
  const outcomes = await mapInSlices(asked.slice(0, MOST_REHEARSED), use => rehearse(context, use, plans))
  const rehearsed = outcomes.filter(outcome => outcome !== null)
  return {
    since: new Date(since).toISOString(),
    rehearsed: rehearsed.length,
    skipped: asked.length - rehearsed.length,
    changed: rehearsed.filter(isChanged),
  }
}

type Planned = (request: ExplainedRequest) => ReadPart | PopulusError

interface Plans {
  readonly before: Planned
  readonly after: Planned
  /** For somebody who may do everything. */
  readonly anybody: Planned
}

async function plannedFor({ api }: ManagementContext, { before, after }: ChangedRights): Promise<Plans> {
  const defaultLocale = await api.defaultLocale()
  // The cost depends on values.
  const unlimited = { ...api, settings: { ...api.settings, cost: Number.POSITIVE_INFINITY } }
  const planned = (access: Access) => (request: ExplainedRequest) =>
    planOf(unlimited, request, { access, defaultLocale })
  return { before: planned(before), after: planned(after), anybody: planned(EVERYTHING) }
}

function planOf(api: ContentContext, request: ExplainedRequest, asking: Asking): ReadPart | PopulusError {
  try {
    const plan = planRequest(api, request, asking)
    return plan === null ? { name: null, type: request.type.uid, fields: [], parts: [] } : readTree(plan.entry)
  } catch (error) {
    if (error instanceof PopulusError) return error
    throw error
  }
}

/** What the role has asked, the most frequent first; `hits` are its own. */
function askedBy({ type }: Role, uses: readonly UseFigures[]): readonly UseFigures[] {
  // Users may have the role of the public, too.
  const names = [`role:${type}`, ...(type === 'public' ? [type] : [])]
  return uses
    .map(use => ({ ...use, hits: hitsOf(use, names) }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
}

function hitsOf({ callers }: UseFigures, names: readonly string[]): number {
  return callers.reduce((sum, [name, hits]) => (names.includes(name) ? sum + hits : sum), 0)
}

/** `null` if it cannot be rehearsed. */
function rehearse(context: ManagementContext, use: UseFigures, plans: Plans): RehearsedQuery | null {
  const request = requestOf(context, use)
  if (request === null) return null
  const [before, after] = [plans.before(request), plans.after(request)]
  const [refusedBefore, refusedAfter] = [refusalOf(before), refusalOf(after)]
  // It was answered once. If nobody gets an answer to it now, the values that it has here are wrong, or the schema is new.
  if (refusedBefore !== null && refusedAfter !== null && refusalOf(plans.anybody(request)) !== null) return null
  return {
    ...shapeInsight(context, use),
    hits: use.hits,
    loses: lostParts(before, after),
    gains: lostParts(after, before),
    refusedBefore,
    refusedAfter,
  }
}

function lostParts(before: ReadPart | PopulusError, after: ReadPart | PopulusError): readonly string[] {
  return before instanceof PopulusError || after instanceof PopulusError ? [] : missingParts(before, after)
}

function refusalOf(planned: ReadPart | PopulusError): Refusal | null {
  return planned instanceof PopulusError ? { status: planned.status, message: planned.message } : null
}

function isChanged({ loses, gains, refusedBefore, refusedAfter }: RehearsedQuery): boolean {
  return loses.length > 0 || gains.length > 0 || (refusedBefore === null) !== (refusedAfter === null)
}

const TARGETS = ['collection', 'entry', 'single', 'aggregate'] as const

function requestOf({ schema, api: { limits } }: ManagementContext, use: UseFigures): ExplainedRequest | null {
  const type = schema.types.get(use.type)
  const target = use.target.endsWith(':')
    ? { kind: 'unique' as const, field: use.target.slice(0, -1), value: '1' }
    : TARGETS.find(known => known === use.target)
  const queryLength = Number.MAX_SAFE_INTEGER
  const search = sampleQuery(use.text, { ...limits, queryLength })
  if (type === undefined || target === undefined || search === null) return null
  return { type, target, entryId: null, search, queryLength }
}
