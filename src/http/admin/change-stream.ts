/** `GET /changes`: what has happened since a place in the feed, or what happens, as server-sent events, for as long as the client listens and its session lasts. */
import type { FastifyInstance } from 'fastify'
import type { ChangeEvent, ChangeFeedPage } from '../../admin-api/draft-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { type ChangeFeed, createChangeFeed } from '../../management/live/change-feed.ts'
import type { FeedEvent } from '../../management/live/feed-event.ts'
import { listChanges } from '../../management/live/list-changes.ts'
import { PersonEvents } from '../../management/live/person-events.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { adminAccess } from '../../management/rights/admin-access.ts'
import { type AdminRights, loadAdminRights } from '../../management/rights/admin-rights.ts'
import { searchOf } from '../content/address-parts.ts'
import { EventResponse, eventText } from '../live/event-response.ts'
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
    const end = listen(new EventResponse(reply), feed, new Listening(context, session, find), () => streams.delete(end))
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

/** Sends what the listener may know of the feed. Returns a function that ends it. */
export function listen(stream: EventResponse, feed: ChangeFeed, listener: FeedListener, ended: () => void): () => void {
  const waiting: FeedEvent[] = []
  let busy = false
  const send = async () => {
    if (busy) return
    busy = true
    try {
      if (await listener.begins()) stream.write(textOf({ kind: 'ready' }))
      while (waiting.length > 0 && stream.isReady) {
        const shown = await listener.shown(waiting.shift()!)
        if (shown !== null) stream.write(textOf(shown))
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
      () => stream.beat(),
      () => end(),
    )
  }, HEARTBEAT)
  beat.unref()
  const end = () => {
    clearInterval(beat)
    unwatch()
    ended()
    stream.end()
  }
  stream.ready(() => void send())
  stream.closed(end)
  void send()
  return end
}

/** One person's view of the feed. */
export interface FeedListener {
  /** True the first time. */
  begins(): Promise<boolean>
  /** What the person is told of an event. Rejects when the person may not be told anything any more. */
  shown(event: FeedEvent): Promise<ChangeEvent | null>
  check(): Promise<void>
}

/** It ends with the session, and with any change of what the person may read. */
class Listening implements FeedListener {
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
  return eventText(event.kind, JSON.stringify(event))
}
