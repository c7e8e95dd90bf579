/** An explanation in the form in which it is sent. */
import type { Explanation } from '../admin-api/explain-api.ts'
import { PopulusError } from '../errors.ts'
import type { Explained } from '../management/explain/explain-request.ts'
import { errorBody } from './error-reply.ts'

export function explanationOf({ answer, ...rest }: Explained): Explanation {
  const isRefused = answer instanceof PopulusError
  const body = isRefused ? errorBody(answer) : answer.toString()
  return { status: isRefused ? answer.status : 200, body, bytes: Buffer.byteLength(body), ...rest }
}
