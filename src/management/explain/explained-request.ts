/** The request that is explained. */
import { z } from 'zod'
import { namedQuestion } from '../../content/named/named-question.ts'
import { QUERIES_PATH, queryPathOwner } from '../../content/named/query-path-owner.ts'
import { uniqueTargetOf } from '../../content/read/unique-target.ts'
import { PopulusError } from '../../errors.ts'
import { badInput } from '../../input/check-input.ts'
import { type Access, may } from '../../plan/access.ts'
import type { UniqueTarget } from '../../plan/read/read-target.ts'
import type { ContentType } from '../../schema/schema.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import type { ManagementContext } from '../management-context.ts'

/** An address in a body. */
export const URL_INPUT = z.string({ error: 'expected an address' }).max(100_000)

/** What is asked for: a list, an entry, a single type, or what is computed from a list. */
export interface ExplainedRequest {
  readonly type: ContentType
  readonly target: 'collection' | 'entry' | 'single' | 'aggregate' | UniqueTarget
  readonly entryId: number | null
  readonly search: string
  /** The longest query, in bytes, where it is not part of an address. */
  readonly queryLength?: number
}

type Context = Pick<ManagementContext, 'schema' | 'queries' | 'queryLimits' | 'project'>

/**
 * `/api/articles/3?populate=*`, also with a server in front of it. Of a named query, the plain read that it stands for.
 * Throws PopulusError.
 */
export async function explainedRequest(url: string, context: Context): Promise<ExplainedRequest> {
  const { schema, project, queryLimits } = context
  const { prefix } = project
  const local = url.replace(/^https?:\/\/[^/]*/, '')
  const [path = '', search = ''] = splitAt(local, '?')
  const parts = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1).split('/') : []
  const named = await namedOf(parts, context)
  if (named !== undefined) {
    const { target, entryId = null, search: plain } = namedQuestion(named, search, queryLimits)
    const queryLength = Number.MAX_SAFE_INTEGER
    return { type: named.type, target: target as ExplainedRequest['target'], entryId, search: plain, queryLength }
  }
  const [name = '', id, ...rest] = parts
  const type = [...schema.types.values()].find(
    known => known.userDefined && (known.single ? known.singularName : known.pluralName) === name,
  )
  if (type === undefined && name !== '') throw badInput([{ path: ['url'], message: noSuchAddress(name, context) }])
  if (type === undefined || rest.length > 0 || (type.single && id !== undefined))
    throw badInput([{ path: ['url'], message: `expected a path such as ${prefix}/articles or ${prefix}/articles/1` }])
  if (id === undefined) return { type, target: type.single ? 'single' : 'collection', entryId: null, search }
  if (id === 'aggregate') return { type, target: id, entryId: null, search }
  const unique = uniqueTargetOf(decoded(id))
  return { type, target: unique ?? 'entry', entryId: unique === undefined ? idOfText(id) : null, search }
}

function noSuchAddress(name: string, { schema, project: { prefix } }: Context): string {
  const own = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const near = nearestName(
    name,
    own.map(known => (known.single ? known.singularName : known.pluralName)),
  )
  return `there is no content type at ${prefix}/${name}${near === undefined ? '' : `; did you mean ${prefix}/${near}?`}`
}

async function namedOf([queries, name, ...rest]: readonly string[], context: Context) {
  if (queries !== QUERIES_PATH || name === undefined || rest.length > 0) return undefined
  return queryPathOwner(context.schema) === undefined ? context.queries.find(name) : undefined
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The rights that a request needs. */
export function neededActions({ target }: Pick<ExplainedRequest, 'target'>): readonly string[] {
  if (target === 'aggregate') return ['find', 'aggregate']
  return [target === 'collection' || target === 'single' ? 'find' : 'findOne']
}

export function checkActions({ type, target }: Pick<ExplainedRequest, 'type' | 'target'>, access: Access): void {
  if (!neededActions({ target }).every(action => may(access, `${type.uid}.${action}`)))
    throw new PopulusError('forbidden')
}
