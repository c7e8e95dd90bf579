/** Reads one entry, by its id or as the entry of a single type. */
import { PopulusError } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import { type Answer, answerRead } from './answer.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'

const LARGEST_ID = 2 ** 31 - 1

/** The id in a path; `null` for a text that cannot be one. */
export function entryIdOf(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= LARGEST_ID ? id : null
}

/** An id that cannot exist is not found, like one that does not. */
export async function findOne(context: ContentContext, input: ReadInput & { readonly id: string }): Promise<Answer> {
  const prepared = await prepareRead(context, input, { kind: 'entry' })
  const id = entryIdOf(input.id)
  if (id === null) throw new PopulusError('notFound')
  return answerRead(context, prepared, id)
}

export async function findSingle(context: ContentContext, input: ReadInput): Promise<Answer> {
  return answerRead(context, await prepareRead(context, input, { kind: 'single' }))
}
