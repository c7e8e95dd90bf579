/** What a client gets for a request of the content API, and why something is missing in it. */
import { z } from 'zod'
import type { Explanation, MissingPart } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import { checkInput } from '../../input/check-input.ts'
import { coversAll, type ManagedType, managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { type AdminRights, everyRight } from '../rights/admin-rights.ts'
import { findCaller } from './callers.ts'
import { cutLists } from './cut-lists.ts'
import { hiddenDrafts, whyRefused } from './data-reasons.ts'
import { type ExplainedRequest, explainedRequest, URL_INPUT } from './explained-request.ts'
import { hiddenParts } from './hidden-parts.ts'
import { rulesIn, withRules } from './hidden-rows.ts'
import { runAggregate } from './run-aggregate.ts'
import { runRequest } from './run-request.ts'
import { hasEntry, type Sought, whyNotListed } from './sought-entry.ts'

const explainInput = z.strictObject({
  url: URL_INPUT,
  as: z.strictObject({
    kind: z.enum(['public', 'role', 'token'], { error: 'expected public, role or token' }),
    id: z.number().int().positive().optional(),
  }),
  entry: z.number({ error: 'expected the id of an entry' }).int().positive().optional(),
})

/** What the client gets, or why it is refused. */
export interface Explained extends Omit<Explanation, 'status' | 'body' | 'bytes'> {
  readonly answer: Buffer | PopulusError
}

/** For a person in the panel: no more than they may know. */
export async function explainRequest(
  context: ManagementContext,
  rights: AdminRights,
  body: unknown,
): Promise<Explained> {
  const { url, as, entry: sought = null } = checkInput(explainInput, body)
  const caller = await findCaller(context, rights, { kind: as.kind, ...(as.id === undefined ? {} : { id: as.id }) })
  return explainFor(context, rights, { caller, request: await explainedRequest(url, context), sought })
}

/** For somebody who may read everything. */
export async function explainUrl(context: ManagementContext, url: string, caller: ApiCaller): Promise<Explained> {
  const request = await explainedRequest(url, context)
  return explainFor(context, everyRight(context.schema), { caller, request, sought: null })
}

const NOTHING = { hints: [], reads: null, statements: [], tables: [], cost: null, kept: false } as const

interface Asked {
  readonly request: ExplainedRequest
  readonly caller: ApiCaller
  /** The id of an entry that should be in the list. */
  readonly sought: number | null
}

async function explainFor(
  context: ManagementContext,
  rights: AdminRights,
  { request, caller: named, sought }: Asked,
): Promise<Explained> {
  const caller = await withRules(context.rules, named)
  const managed = managedType(context, rights, request.type.uid)
  const ids = request.entryId === null ? [] : [request.entryId]
  // Of an entry that the person may not read, they learn no more than the public does.
  const isOpen = await coversAll(context, managed, managed.grant, ids)
  try {
    if (request.target === 'aggregate')
      return { ...(await runAggregate(context.api, request, caller.access)), missing: [] }
    const { plan, ...run } = await runRequest(context.api, request, caller.access)
    const isSought = sought !== null && request.target === 'collection'
    const found = isSought ? hasEntry(run.answer, sought) : null
    const missing = [
      ...(found === false
        ? await whyNotListed(context, await soughtOf(context, managed, { request, caller, sought: sought! }))
        : []),
      ...hiddenParts(plan, caller),
      ...rulesIn(plan.entry, caller, context.rules),
      ...(await cutLists(context, plan, { answer: run.answer, entryId: request.entryId })),
      ...(isOpen ? await hiddenDrafts(context, managed, request, plan) : []),
    ]
    const isThere = found === null ? {} : { sought: found }
    return { ...run, ...isThere, missing: distinct(missing), hints: plan.hints }
  } catch (error) {
    if (!(error instanceof PopulusError)) throw error
    const missing = await whyRefused(context, { request, caller, error, isOpen })
    return { ...NOTHING, answer: error, missing }
  }
}

async function soughtOf(
  context: ManagementContext,
  managed: ManagedType,
  { request, caller, sought }: Asked,
): Promise<Sought> {
  const id = sought!
  return { request, caller, id, isOpen: await coversAll(context, managed, managed.grant, [id]) }
}

/** A zone has the same attribute in several components. */
function distinct(parts: readonly MissingPart[]): readonly MissingPart[] {
  return [...new Map(parts.map(part => [`${part.path} ${part.reason} ${part.message}`, part])).values()]
}
