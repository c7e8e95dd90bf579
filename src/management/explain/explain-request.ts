/** What a client gets for a request of the content API, and why something is missing in it. */
import { z } from 'zod'
import type { Explanation, MissingPart } from '../../admin-api/explain-api.ts'
import { entryIdOf } from '../../content/read/entry-id.ts'
import { loadAnswer } from '../../content/read/load-answer.ts'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { PopulusError } from '../../errors.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import { badInput, checkInput } from '../../identity/administrators/check-input.ts'
import { may } from '../../plan/access.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Schema } from '../../schema/schema.ts'
import { coversAll, managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { findCaller } from './callers.ts'
import { hiddenDrafts, whyRefused } from './data-reasons.ts'
import type { ExplainedRequest } from './explained-request.ts'
import { hiddenParts } from './hidden-parts.ts'

const explainInput = z.strictObject({
  url: z.string({ error: 'expected an address' }).max(100_000),
  as: z.strictObject({
    kind: z.enum(['public', 'role', 'token'], { error: 'expected public, role or token' }),
    id: z.number().int().positive().optional(),
  }),
})

/** `error` instead of a body if the client is refused. */
export interface Explained extends Omit<Explanation, 'status' | 'body' | 'bytes'> {
  readonly answer: Buffer | PopulusError
}

export async function explainRequest(
  context: ManagementContext,
  rights: AdminRights,
  body: unknown,
): Promise<Explained> {
  const { url, as } = checkInput(explainInput, body)
  const caller = await findCaller(context, rights, { kind: as.kind, ...(as.id === undefined ? {} : { id: as.id }) })
  const request = requestOf(url, context.schema, context.project.prefix)
  const managed = managedType(context, rights, request.type.uid)
  const ids = request.entryId === null ? [] : [request.entryId]
  // Of an entry that the person may not read, they learn no more than the public does.
  const isOpen = await coversAll(context, managed, managed.grant, ids)
  try {
    const { answer, plan } = await ask(context, request, caller)
    const missing = [
      ...hiddenParts(plan.entry, caller),
      ...(isOpen ? await hiddenDrafts(context, managed, request, plan) : []),
    ]
    return { answer, missing: distinct(missing), hints: plan.hints, cost: plan.cost }
  } catch (error) {
    if (!(error instanceof PopulusError)) throw error
    return {
      answer: error,
      missing: await whyRefused(context, { request, caller, error, isOpen }),
      hints: [],
      cost: null,
    }
  }
}

/** The same steps as a request of a client, without what is kept between requests. */
async function ask(
  { api }: ManagementContext,
  { type, target, entryId, search }: ExplainedRequest,
  { access }: ApiCaller,
): Promise<{ readonly answer: Buffer; readonly plan: ReadPlan }> {
  if (!may(access, `${type.uid}.${target === 'entry' ? 'findOne' : 'find'}`)) throw new PopulusError('forbidden')
  const { schema, dialect, settings, limits } = api
  const planned = { schema, access, dialect, settings, defaultLocale: await api.defaultLocale() }
  const plan = planRead(parseQuery(search, limits, dialect), type, { kind: target }, planned)
  const { program, toJson } = await prepareRead(api, { type, access, search }, { kind: target })
  if (target === 'entry' && entryId === null) throw new PopulusError('notFound')
  const json = toJson(await loadAnswer(api, program, { entryId: entryId ?? undefined }))
  if (json === null) throw new PopulusError('notFound')
  return { answer: Buffer.from(json), plan }
}

/** `/api/articles/3?populate=*`, also with a server in front of it. */
function requestOf(url: string, { types }: Schema, prefix: string): ExplainedRequest {
  const local = url.replace(/^https?:\/\/[^/]*/, '')
  const [path = '', search = ''] = splitAt(local, '?')
  const [name = '', id, ...rest] = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1).split('/') : []
  const type = [...types.values()].find(
    known => known.userDefined && (known.single ? known.singularName : known.pluralName) === name,
  )
  if (type === undefined || rest.length > 0 || (type.single && id !== undefined))
    throw badInput([{ path: ['url'], message: `expected a path such as ${prefix}/articles or ${prefix}/articles/1` }])
  const target = type.single ? 'single' : id === undefined ? 'collection' : 'entry'
  return { type, target, entryId: id === undefined ? null : entryIdOf(id), search }
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/** A zone has the same attribute in several components. */
function distinct(parts: readonly MissingPart[]): readonly MissingPart[] {
  return [...new Map(parts.map(part => [`${part.path} ${part.reason} ${part.message}`, part])).values()]
}
