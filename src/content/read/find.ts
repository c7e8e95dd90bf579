/** Reads a page of a collection. */

import type { ContentContext } from '../content-context.ts'
import { type Answer, answerRead } from './answer.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'

export async function find(context: ContentContext, input: ReadInput): Promise<Answer> {
  return answerRead(context, await prepareRead(context, input, { kind: 'collection' }))
}
