/** The steps of a read, from the query string to the bytes of the answer. */

import { PopulusError } from '../../errors.ts'
import type { CachedBody } from '../../kept/cached-body.ts'
import { type AnswerKey, type MakeBody, NO_RESPONSES, type ResponseCache } from '../../kept/response-cache.ts'
import type { Gone } from '../../kept/shared-interest.ts'
import type { QueryUse } from '../../kept/use/query-use.ts'
import type { ReadTarget, UniqueTarget } from '../../plan/read/read-target.ts'
import type { ContentContext } from '../content-context.ts'
import { hasTag, isAny } from './entity-tag.ts'
import { makeAnswer } from './make-answer.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'
import type { PreparedRead } from './prepared-read.ts'

/** What a question stands for, before anything is read. The key is different for every query, entry and set of rights. */
export interface AnswerName extends AnswerKey {
  /** Help for developers: names in the query that have no meaning. */
  readonly hint: string | null
  /** Whether it depends on the time, so that it is never kept. */
  readonly timed: boolean
  /** Where its answers are counted, if they are. */
  readonly use: QueryUse | undefined
}

export interface Question extends ReadInput {
  readonly target: 'collection' | 'entry' | 'single' | 'first' | UniqueTarget
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
  readonly name: AnswerName
  /** The entity tag: a hash of the body. */
  readonly tag: string
  /** `undefined` for 304. */
  readonly body: CachedBody | undefined
  /** Whether the body already existed, or was put together from kept entries. */
  readonly kept: boolean
}

/**
 * Answers a question. `remembered` is the name of a question that was asked before; it saves the first steps. Throws
 * PopulusError.
 */
export async function read(
  context: ContentContext,
  question: Question,
  client: Client,
  remembered?: AnswerName,
): Promise<Reading> {
  // Parse, plan, compile.
  const query = remembered === undefined ? await prepareRead(context, question, targetOf(question)) : undefined
  client.planned?.()
  const name = remembered ?? answerName(question, query!)
  const responses = name.timed ? NO_RESPONSES : context.responses
  return readNamed(responses, name, client, async (leaving, listed) => {
    const prepared = query ?? (await prepareRead(context, question, targetOf(question)))
    return makeAnswer(context, prepared, {
      entryId: question.entryId ?? undefined,
      gone: leaving,
      listed,
      fresh: client.fresh,
    })
  })
}

/** The answer of this name: a 304, a kept body, or the one that `make` makes. Only this function decides. */
export async function readNamed(
  responses: ResponseCache,
  name: AnswerName,
  { tags, fresh, gone }: Client,
  make: MakeBody,
): Promise<Reading> {
  const kept = fresh ? undefined : responses.get(name.key)
  if (kept !== undefined && names(tags, kept.tag)) return { name, tag: kept.tag, body: undefined, kept: false }
  const { body, tag } =
    kept?.body === undefined
      ? await responses.load({ key: name.key, tables: name.tables, conditional: tags !== undefined, kept }, make, gone)
      : { body: kept.body, tag: kept.tag }
  // `If-None-Match: *` asks whether anything exists at all.
  const hasCopy = tags !== undefined && (isAny(tags) || names(tags, tag))
  return { name, tag, body: hasCopy ? undefined : body, kept: kept?.body !== undefined || kept?.listed !== undefined }
}

function names(tags: string | undefined, tag: string): boolean {
  return tags !== undefined && !isAny(tags) && hasTag(tags, tag)
}

function targetOf({ target }: Question): ReadTarget {
  return typeof target === 'string' ? { kind: target } : target
}

/** An impossible id is reported as not found, like an id that does not exist. */
export function answerName({ entryId }: Question, { key, hint, use, finding }: PreparedRead): AnswerName {
  const { tables, timed } = finding
  if (entryId === undefined) return { key, tables, timed, hint, use }
  return entryId === null ? refuse() : { key: `${key}.${entryId}`, tables, timed, hint, use }
}

function refuse(): never {
  throw new PopulusError('notFound')
}
