/** The headers of an answer that has a tag. */
import type { Encoding } from '../../kept/cached-body.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** For callers with credentials: the answer is theirs alone, and is revalidated every time. */
const PRIVATE = 'private, no-cache'

/** What the answers of a type have in common. */
export interface AnswerPolicy {
  /** The `Cache-Control` for callers without credentials, if any. */
  readonly control: string | undefined
  readonly compress: boolean
  /** Whether answers depend on where the request comes from. */
  readonly byOrigin: boolean
}

/** Names and values in turn. */
export function policyHeaders(
  { control, compress, byOrigin }: AnswerPolicy,
  withCredentials: boolean,
): readonly string[] {
  const vary = ['Authorization', ...(byOrigin ? ['Origin'] : []), ...(compress ? ['Accept-Encoding'] : [])]
  const kept = control === undefined ? [] : ['cache-control', withCredentials ? PRIVATE : control]
  return ['vary', vary.join(', '), ...kept]
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The smallest encoding that the client accepts: `gzip, deflate, br;q=0.5`. */
export function bestEncoding(accepted: string): Encoding | undefined {
  const taken = new Map(
    accepted.split(',').map(part => {
      const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
      const quality = parameters.find(parameter => parameter.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  return ENCODINGS.find(encoding => (taken.get(encoding) ?? taken.get('*') ?? 0) > 0)
}
