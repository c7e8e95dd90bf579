/** Runs a request of the content API for a caller, and records what it takes. */
import type { Explanation } from '../../admin-api/explain-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { answerName } from '../../content/read/read.ts'
import { loadRows } from '../../content/read/rows/load-rows.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import type { ExplainedRequest } from './explained-request.ts'
import { planRequest, readOf } from './plan-request.ts'
import { readTree } from './read-tree.ts'
import { runWatched } from './run-watched.ts'

export interface RunRequest extends Pick<Explanation, 'reads' | 'statements' | 'tables' | 'cost' | 'kept'> {
  readonly answer: Buffer
  readonly plan: ReadPlan
}

/** The same steps as a request of a client. What is kept is not used, so that the statements can be shown. */
export async function runRequest(api: ContentContext, request: ExplainedRequest, access: Access): Promise<RunRequest> {
  const { type, target, entryId, search, queryLength = api.limits.queryLength } = request
  if (target === 'aggregate') throw new Error('An aggregate is run by runAggregate')
  const { limits, database } = api
  const plan = planRequest(api, request, { access, defaultLocale: await api.defaultLocale() })!
  const question = { type, access, search, target, queryLength, ...(target === 'entry' ? { entryId } : {}) }
  const prepared = await prepareRead(api, question, readOf(target))
  const { key } = answerName(question, prepared)
  const { program, toJson } = prepared
  const steps = loadRows(program, database.dialect, { entryIds: entryId === null ? [] : [entryId], limits })
  const run = await runWatched(api, { ...program, searches: program.list?.searches === true }, steps, rows => {
    const json = toJson(rows)
    if (json === null) throw new PopulusError('notFound')
    return Buffer.from(json)
  })
  const known = api.responses.get(key)
  const kept = known?.body !== undefined || known?.listed !== undefined
  return { ...run, plan, reads: readTree(plan.entry), kept }
}
