/** `GET /changes`: what has happened since a place in the feed, or what happens, as server-sent events, for as long as the client listens and its session lasts. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ChangeEvent, ChangeFeedPage } from '../../admin-api/draft-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { type ChangeFeed, createChangeFeed, type FeedEvent } from '../../management/live/change-feed.ts'
import { listChanges } from '../../management/live/list-changes.ts'
import { PersonEvents } from '../../management/live/person-events.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { adminAccess } from '../../management/rights/admin-access.ts'
import { type AdminRights, loadAdminRights } from '../../management/rights/admin-rights.ts'
import { searchOf } from '../content/search-of.ts'
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
    const query = Object.fromEntries(new URLSearchParams(searchOf(request.raw.url ?? '')))
    if (query.since !== undefined)
      return reply.header('cache-control', 'no-store').send(await page(context, session, query))
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

/** Everybody's changes, also of entries that some administrators may not read. */
async function page(
  context: ManagementContext,
  { administrator }: AdminSession,
  query: Readonly<Record<string, string>>,
): Promise<ChangeFeedPage> {
  await context.database.catchUp()
  const { superAdmin } = await loadAdminRights(context, administrator)
  if (!superAdmin) throw new PopulusError('forbidden')
  return listChanges(context.api, query)
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
  const waiting: FeedEvent[] = []
  const listener = new Listening(context, session, find)
  let busy = false
  const send = async () => {
    if (busy) return
    busy = true
    try {
      if (await listener.begins()) response.write(textOf({ kind: 'ready' }))
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        const shown = await listener.shown(event)
        if (shown !== null) response.write(textOf(shown))
      }
    } catch {
      end()
    } finally {
      busy = false
    }
  }
  const unwatch = feed.watch(event => {
    if (waiting.length >= MOST_WAITING) waiting.splice(0, waiting.length, { kind: 'rights' }, { kind: 'ready' })
    else waiting.push(event)
    void send()
  })
  const beat = setInterval(() => {
    listener.check().then(
      () => response.write(':\n\n'),
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

/** One person's view of the feed. It ends with the session, and with any change of what the person may read. */
class Listening {
  readonly #context: ManagementContext
  readonly #session: AdminSession
  readonly #find: () => Promise<AdminSession>
  #events: PersonEvents | null = null
  #rights = ''

  constructor(context: ManagementContext, session: AdminSession, find: () => Promise<AdminSession>) {
    this.#context = context
    this.#session = session
    this.#find = find
  }

  /** True the first time. */
  async begins(): Promise<boolean> {
    if (this.#events !== null) return false
    const rights = await loadAdminRights(this.#context, this.#session.administrator)
    this.#rights = this.#markOf(rights)
    this.#events = new PersonEvents(this.#context, rights)
    await this.#events.start()
    return true
  }

  /** Asks the database before each event, so that nobody is told anything after they were blocked. */
  async shown(event: FeedEvent): Promise<ChangeEvent | null> {
    await this.check()
    return this.#events!.shown(event)
  }

  /** Rejects when the session has ended, or when the person may read something else than before. */
  async check(): Promise<void> {
    const { administrator } = await this.#find()
    const rights = await loadAdminRights(this.#context, administrator)
    if (this.#events !== null && this.#markOf(rights) !== this.#rights) throw new PopulusError('forbidden')
  }

  #markOf(rights: AdminRights): string {
    return adminAccess(this.#context.schema, rights).fingerprint
  }
}

function textOf(event: ChangeEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`
}
