/** `/_ready`: whether this server should get requests. Unlike `/_health`, it asks the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Load balancers wait only a few seconds themselves. */
const PATIENCE_MILLISECONDS = 2000

const NO_DATABASE = { ready: false, reason: 'The database does not answer' }
const CLOSING = { ready: false, reason: 'The server is closing' }

export interface Readiness {
  /** Resolves when the database has answered. The tables need no check: the port opens after they are created. */
  readonly ask: () => Promise<void>
  /** Why nothing can be stored; `undefined` as long as something can. */
  readonly refusal: () => string | undefined
  readonly isClosing: () => boolean
  /** How the replicas are, in the order of the settings. Everybody can read it, so it names no address. */
  readonly replicas: () => readonly ReadyReplica[]
}

export interface ReadyReplica {
  readonly state: string
  /** Bytes of the log that it has not replayed yet. */
  readonly lag: number | null
  /** Its part of the reads, from 0 to 1. */
  readonly share: number
}

/** A server that can only read should still get requests, so that what it cannot do is a part of the answer. */
export function registerReady(server: FastifyInstance, { ask, refusal, isClosing, replicas }: Readiness): void {
  server.get('/_ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isClosing()) return reply.code(503).send(CLOSING)
    if (!(await answersInTime(ask))) return reply.code(503).send(NO_DATABASE)
    const reason = refusal()
    const shown = replicas().map(({ state, lag, share }) => ({ state, lag, share: Math.round(share * 100) / 100 }))
    return {
      ready: true,
      ...(reason === undefined ? {} : { writable: false, reason }),
      ...(shown.length === 0 ? {} : { replicas: shown }),
    }
  })
}

async function answersInTime(ask: () => Promise<void>): Promise<boolean> {
  const stopped = new AbortController()
  const late = sleep(PATIENCE_MILLISECONDS, false, { signal: stopped.signal }).catch(() => false)
  const answered = ask().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    stopped.abort()
  }
}
