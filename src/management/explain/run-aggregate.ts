/** Runs an aggregate for a caller, and records what it takes. */
import { prepareAggregate } from '../../content/aggregate/prepare-aggregate.ts'
import { aggregateSteps } from '../../content/aggregate/read-aggregate.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { Access } from '../../plan/access.ts'
import { checkActions, type ExplainedRequest } from './explained-request.ts'
import type { RunRequest } from './run-request.ts'
import { runWatched } from './run-watched.ts'

export async function runAggregate(
  api: ContentContext,
  { type, target, search }: ExplainedRequest,
  access: Access,
): Promise<Omit<RunRequest, 'plan'> & { readonly hints: readonly string[] }> {
  checkActions({ type, target }, access)
  const { key, hint, program } = await prepareAggregate(api, { type, access, search })
  const run = await runWatched(api, program, aggregateSteps(api, program), answer => answer)
  const fields = [...program.groups, ...program.measures].map(({ key }) => key)
  return {
    ...run,
    reads: { name: null, type: type.uid, fields: [...new Set(fields)], parts: [], counted: true },
    hints: hint === null ? [] : [hint],
    kept: api.responses.get(key)?.body !== undefined,
  }
}
