/** `GET /changes`: what happens, as server-sent events, for as long as the client listens and its session lasts. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ChangeEvent } from '../../admin-api/draft-api.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { type ChangeFeed, createChangeFeed, type FeedEvent } from '../../management/live/change-feed.ts'
import { eventFor } from '../../management/live/person-events.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { loadAdminRights } from '../../management/rights/admin-rights.ts'
import { sessionOf } from './admin-session.ts'

/** Proxies close connections on which nothing happens; in milliseconds. The session is checked as often. */
const HEARTBEAT = 15_000
/** A client that reads too slowly for this many events starts again with `ready`. */
const MOST_WAITING = 1000

export function registerChanges(server: FastifyInstance, context: ManagementContext): void {
  const feed = createChangeFeed(context)
  const streams = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of streams) end()
    feed.close()
  })
  server.get('/admin/api/changes', async (request, reply) => {
    const find = () => sessionOf(context.admin, request)
    const session = await find()
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const end = stream(context, feed, { session, find, response: reply.raw, ended: () => streams.delete(end) })
    streams.add(end)
    return reply
  })
}

interface Listener {
  readonly session: AdminSession
  /** The session as it is now; rejects when it has ended. */
  readonly find: () => Promise<AdminSession>
  readonly response: ServerResponse
  readonly ended: () => void
}

/** Returns a function that ends the stream. */
function stream(
  context: ManagementContext,
  feed: ChangeFeed,
  { session, find, response, ended }: Listener,
): () => void {
  const waiting: FeedEvent[] = [{ kind: 'ready' }]
  let current = session
  let busy = false
  const send = async () => {
    if (busy) return
    busy = true
    try {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        const rights = await loadAdminRights(context, current.administrator)
        const shown = await eventFor(context, rights, event)
        if (shown !== null) response.write(textOf(shown))
      }
    } catch {
      end()
    } finally {
      busy = false
    }
  }
  const unwatch = feed.watch(event => {
    if (waiting.length >= MOST_WAITING) waiting.splice(0, waiting.length, { kind: 'ready' })
    else waiting.push(event)
    void send()
  })
  const beat = setInterval(() => {
    find().then(
      found => {
        current = found
        response.write(':\n\n')
      },
      () => end(),
    )
  }, HEARTBEAT)
  beat.unref()
  const end = () => {
    clearInterval(beat)
    unwatch()
    ended()
    response.end()
  }
  response.once('close', end)
  void send()
  return end
}

function textOf(event: ChangeEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`
}
