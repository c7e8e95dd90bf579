/** An answer to a read: its tag, which is known before any work, and its body, which is made when it is needed. */
import { randomBytes } from 'node:crypto'
import type { Encoding } from '../../cache/cached-body.ts'
import type { Gone } from '../../cache/shared-interest.ts'
import { PopulusError } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import { loadAnswer } from './load-answer.ts'
import type { PreparedRead } from './prepared-read.ts'

/** The bytes of an answer. */
export interface AnswerBody {
  readonly plain: Buffer
  /** A compressed form, if it is there already. */
  as(encoding: Encoding): Buffer | undefined
}

export type { Encoding }

export interface Answer {
  /** An entity tag: another one whenever the body may be another one, or the caller's rights are others. */
  readonly tag: string
  /** Help for the developer. */
  readonly hint: string | null
  /** The same answer as of later, when the database has caught up again. */
  again(): Answer
  /** The body, if one is kept that still holds. */
  kept(): AnswerBody | undefined
  /** Made from the tables as they are now, also if a kept one would do, where `fresh` is true. Throws `notFound`. */
  body(fresh?: boolean, gone?: Gone): Promise<AnswerBody>
}

/** Versions are counted by each process on its own; their tags never meet. */
const PROCESS = randomBytes(6).toString('base64url')

/** What is asked for by `prepared`, with the id that the request names. The database has caught up before. */
export function answerRead(context: ContentContext, prepared: PreparedRead, entryId?: number): Answer {
  const { database, responses } = context
  const version = database.versions.latest(prepared.program.tables)
  const key = entryId === undefined ? prepared.key : `${prepared.key}.${entryId}`
  return {
    tag: `W/"${PROCESS}.${version.toString(36)}.${key}"`,
    hint: prepared.hint,
    again: () => answerRead(context, prepared, entryId),
    kept: () => responses.get(key, version),
    body: async (fresh = false, gone = undefined) => {
      const kept = fresh ? undefined : responses.get(key, version)
      return kept ?? responses.load(key, version, nobody => readBytes(context, prepared, entryId, nobody), gone)
    },
  }
}

/** The answer, read now. */
async function readBytes(
  context: ContentContext,
  prepared: PreparedRead,
  entryId: number | undefined,
  gone: Gone | undefined,
): Promise<Buffer> {
  const json = prepared.toJson(await loadAnswer(context, prepared.program, { entryId, gone }))
  if (json === null) throw new PopulusError('notFound')
  return json
}
