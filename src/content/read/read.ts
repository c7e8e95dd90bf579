/** The story of a read, from the text of a query to the bytes of its answer. */
import type { CachedBody } from '../../cache/cached-body.ts'
import type { MakeBody } from '../../cache/response-cache.ts'
import type { Gone } from '../../cache/shared-interest.ts'
import { PopulusError } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import { type Answer, type AnswerName, answerNow } from './answer.ts'
import { hasTag, isAny } from './entity-tag.ts'
import { loadAnswer } from './load-answer.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'
import type { PreparedRead } from './prepared-read.ts'

/** What is asked for. */
export interface Question extends ReadInput {
  readonly target: 'collection' | 'entry' | 'single'
  /** The id in the path, for an `entry`; `null` for a text that cannot be one. */
  readonly entryId?: number | null
}

/** What the client has already, and whether a kept body will do. */
export interface Client {
  /** The header `If-None-Match`. */
  readonly tags: string | undefined
  /** True: the body is made now, whatever is kept. */
  readonly fresh: boolean
  /** Gives a signal that fires when the client has closed the connection. */
  readonly gone?: Gone | undefined
  /** Told when the query is planned. */
  readonly planned?: (() => void) | undefined
}

/** What the client gets: nothing but the news that its own copy still holds, or a body. */
export interface Reading {
  readonly answer: Answer
  /** `undefined` for 304. */
  readonly body: CachedBody | undefined
  /** Whether the body was there before. */
  readonly kept: boolean
}

/**
 * Answers a question. Whether it is answered with 304, with a kept body or with a new one is decided here and nowhere else.
 * `remembered` is the answer as of now, where a question was asked before; it spares the first steps. Throws PopulusError.
 */
export async function read(
  context: ContentContext,
  question: Question,
  { tags, fresh, gone, planned }: Client,
  remembered?: Answer,
): Promise<Reading> {
  const { responses, database } = context
  // Parse, plan, compile.
  const query = remembered === undefined ? await prepareRead(context, question, { kind: question.target }) : undefined
  planned?.()
  const answer = remembered ?? answerNow(database.versions, nameOf(question, query!))
  // 304?
  const named = tags !== undefined && !isAny(tags) && hasTag(tags, answer.tag)
  if (named) return { answer, body: undefined, kept: false }
  // Kept?
  const kept = fresh ? undefined : responses.get(answer.key, answer.version)
  const make: MakeBody = async leaving => {
    const { program, toJson } = query ?? (await prepareRead(context, question, { kind: question.target }))
    const rows = await loadAnswer(context, program, { entryId: question.entryId ?? undefined, gone: leaving })
    return toJson(rows) ?? refuse()
  }
  const body = kept ?? (await responses.load(answer.key, answer.version, make, gone))
  // `If-None-Match: *` asks whether there is anything at all.
  return { answer, body: tags !== undefined && isAny(tags) ? undefined : body, kept: kept !== undefined }
}

/** An id that cannot exist is not found, like one that does not. */
function nameOf({ entryId }: Question, { key, hint, program: { tables } }: PreparedRead): AnswerName {
  if (entryId === undefined) return { key, tables, hint }
  return entryId === null ? refuse() : { key: `${key}.${entryId}`, tables, hint }
}

function refuse(): never {
  throw new PopulusError('notFound')
}
