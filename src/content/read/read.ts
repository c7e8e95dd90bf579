/** The steps of a read, from the query string to the bytes of the answer. */
import type { CachedBody } from '../../cache/cached-body.ts'
import type { MakeBody } from '../../cache/response-cache.ts'
import type { Gone } from '../../cache/shared-interest.ts'
import { PopulusError } from '../../errors.ts'
import type { ReadTarget, UniqueTarget } from '../../plan/read/read-target.ts'
import type { ContentContext } from '../content-context.ts'
import { type Answer, type AnswerName, answerNow } from './answer.ts'
import { hasTag, isAny } from './entity-tag.ts'
import { loadAnswer } from './load-answer.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'
import type { PreparedRead } from './prepared-read.ts'

export interface Question extends ReadInput {
  readonly target: 'collection' | 'entry' | 'single' | UniqueTarget
  /** The id in the path, for an `entry`; `null` for a string that cannot be an id. */
  readonly entryId?: number | null
}

/** What the client already has, and whether a kept body is acceptable. */
export interface Client {
  /** The `If-None-Match` header. */
  readonly tags: string | undefined
  /** True: the body is made now, even if one is kept. */
  readonly fresh: boolean
  /** Returns a signal that fires when the client has closed the connection. */
  readonly gone?: Gone | undefined
  /** Called when the query has been planned. */
  readonly planned?: (() => void) | undefined
}

/** What the client gets: a body, or only the information that its own copy is still valid. */
export interface Reading {
  readonly answer: Answer
  /** `undefined` for 304. */
  readonly body: CachedBody | undefined
  /** Whether the body already existed. */
  readonly kept: boolean
}

/**
 * Answers a question. Only this function decides whether the answer is a 304, a kept body or a new one. `remembered` is
 * the current answer to a question that was asked before; it saves the first steps. Throws PopulusError.
 */
export async function read(
  context: ContentContext,
  question: Question,
  { tags, fresh, gone, planned }: Client,
  remembered?: Answer,
): Promise<Reading> {
  const { responses, database } = context
  // Parse, plan, compile.
  const query = remembered === undefined ? await prepareRead(context, question, targetOf(question)) : undefined
  planned?.()
  const answer = remembered ?? answerNow(database.versions, answerName(question, query!))
  // 304?
  const named = tags !== undefined && !isAny(tags) && hasTag(tags, answer.tag)
  if (named) return { answer, body: undefined, kept: false }
  // Kept?
  const kept = fresh ? undefined : responses.get(answer.key, answer.version)
  const make: MakeBody = async leaving => {
    const { program, toJson } = query ?? (await prepareRead(context, question, targetOf(question)))
    const rows = await loadAnswer(context, program, { entryId: question.entryId ?? undefined, gone: leaving })
    return toJson(rows) ?? refuse()
  }
  const body = kept ?? (await responses.load(answer.key, answer.version, make, gone))
  // `If-None-Match: *` asks whether anything exists at all.
  return { answer, body: tags !== undefined && isAny(tags) ? undefined : body, kept: kept !== undefined }
}

function targetOf({ target }: Question): ReadTarget {
  return typeof target === 'string' ? { kind: target } : target
}

/** An impossible id is reported as not found, like an id that does not exist. */
export function answerName({ entryId }: Question, { key, hint, program: { tables } }: PreparedRead): AnswerName {
  if (entryId === undefined) return { key, tables, hint }
  return entryId === null ? refuse() : { key: `${key}.${entryId}`, tables, hint }
}

function refuse(): never {
  throw new PopulusError('notFound')
}
