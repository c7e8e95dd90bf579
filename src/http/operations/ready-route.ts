/** `/_ready`: whether this server should get requests. Unlike `/_health`, it asks the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Load balancers wait only a few seconds themselves. */
const PATIENCE_MILLISECONDS = 2000

const NO_DATABASE = { ready: false, reason: 'The database does not answer' }
const CLOSING = { ready: false, reason: 'The server is closing' }

/** `ask` resolves when the database has answered. The tables need no check: the port opens after they are created. */
export function registerReady(server: FastifyInstance, ask: () => Promise<void>, isClosing: () => boolean): void {
  server.get('/_ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isClosing()) return reply.code(503).send(CLOSING)
    return (await answersInTime(ask)) ? { ready: true } : reply.code(503).send(NO_DATABASE)
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
