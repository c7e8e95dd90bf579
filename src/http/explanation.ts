/** What a client would get, in the form in which it is shown. */
import type { GrantsPreviewInfo, SentAnswer } from '../admin-api/access-api.ts'
import type { Explanation } from '../admin-api/explain-api.ts'
import { PopulusError } from '../errors.ts'
import type { Explained } from '../management/explain/explain-request.ts'
import type { GrantsPreview } from '../management/rehearsal/preview-grants.ts'
import { errorBody } from './error-reply.ts'

export function explanationOf({ answer, ...rest }: Explained): Explanation {
  const sent = sentAnswer(answer)
  return { ...sent, bytes: Buffer.byteLength(sent.body), ...rest }
}

export function previewOf({ before, after, ...rest }: GrantsPreview): GrantsPreviewInfo {
  return { before: sentAnswer(before), after: sentAnswer(after), ...rest }
}

function sentAnswer(answer: Buffer | PopulusError): SentAnswer {
  const isRefused = answer instanceof PopulusError
  return { status: isRefused ? answer.status : 200, body: isRefused ? errorBody(answer) : answer.toString() }
}
