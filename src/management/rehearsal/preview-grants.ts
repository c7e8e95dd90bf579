/** What somebody with a role gets at an address: as the role is, and as other grants would make it. */
import { z } from 'zod'
import type { ReadPart } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'
import type { Access } from '../../plan/access.ts'
import { type ExplainedRequest, explainedRequest, URL_INPUT } from '../explain/explained-request.ts'
import { runAggregate } from '../explain/run-aggregate.ts'
import { runRequest } from '../explain/run-request.ts'
import type { ManagementContext } from '../management-context.ts'
import { changedRights } from './changed-rights.ts'
import { missingParts } from './missing-parts.ts'

export interface GrantsPreview {
  readonly before: Buffer | PopulusError
  readonly after: Buffer | PopulusError
  /** Empty if one of them is refused. */
  readonly loses: readonly string[]
  readonly gains: readonly string[]
}

const previewInput = z.looseObject({ url: URL_INPUT })

/** The body is the one with which the grants would be set, and `url`. */
export async function previewGrants(context: ManagementContext, roleId: number, body: unknown): Promise<GrantsPreview> {
  const { url, ...grants } = checkInput(previewInput, body)
  const rights = await changedRights(context, roleId, grants)
  const request = await explainedRequest(url, context)
  const before = await answered(context, request, rights.before)
  const after = await answered(context, request, rights.after)
  const answers = { before: answerOf(before), after: answerOf(after) }
  if (before instanceof PopulusError || after instanceof PopulusError) return { ...answers, loses: [], gains: [] }
  const { reads: now } = before
  const { reads: then } = after
  return { ...answers, loses: missingParts(now, then), gains: missingParts(then, now) }
}

interface Answered {
  readonly answer: Buffer
  readonly reads: ReadPart
}

async function answered(
  { api }: ManagementContext,
  request: ExplainedRequest,
  access: Access,
): Promise<Answered | PopulusError> {
  try {
    const run = request.target === 'aggregate' ? runAggregate : runRequest
    const { answer, reads } = await run(api, request, access)
    return { answer, reads: reads! }
  } catch (error) {
    if (error instanceof PopulusError) return error
    throw error
  }
}

function answerOf(result: Answered | PopulusError): Buffer | PopulusError {
  return result instanceof PopulusError ? result : result.answer
}
