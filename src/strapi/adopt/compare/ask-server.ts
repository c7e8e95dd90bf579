/** Asks a server over HTTP, not too often and not for more than fits into memory. */
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../../errors.ts'
import { createOutgoing } from '../../../outgoing/outgoing.ts'
import { trimEnd } from '../../../util/text/trim-run.ts'
import type { Answer, Ask } from './question.ts'

export interface ServerInput {
  /** `http://localhost:1337` */
  readonly address: string
  /** An API token or a JWT. */
  readonly token: string | undefined
  /** Most requests in a second; 0 for no limit. */
  readonly rate: number
}

const MOST_BYTES = 32 * 1024 * 1024
const SECONDS = 30

/** An answer that is longer than 32 MiB counts as text without content. */
export function askServer({ address, token, rate }: ServerInput): Ask {
  const outgoing = createOutgoing()
  let next = 0
  const turn = async () => {
    if (rate === 0) return
    const now = performance.now()
    const start = Math.max(now, next)
    next = start + 1000 / rate
    if (start > now) await wait(start - now)
  }
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  return async ({ method, path, body }) => {
    await turn()
    const sent =
      body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body }
    const url = trimEnd(address, '/') + path
    const send = async () => {
      const limits = { timeout: SECONDS * 1000, longest: Number.POSITIVE_INFINITY }
      const signal = AbortSignal.timeout(SECONDS * 1000)
      return answerOf(await outgoing.send({ url, method, namedBy: 'operator', signal, ...limits, ...sent }))
    }
    try {
      // A server may close an idle connection in the moment in which it is used again.
      return await (method === 'GET' ? send().catch(send) : send())
    } catch (error) {
      throw new StartError(`Cannot reach ${address}`, [(error as Error).message])
    }
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) return { status: response.status, body: 'longer than 32 MiB' }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: response.status, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
