/**
 * What happens in this installation, for those who watch. Writes of this process are known exactly. Those of others are
 * found by asking the database every second which tables have changed, while anyone watches.
 */
import type { Presence } from '../../admin-api/content-api.ts'
import { toChange } from '../../changes/change-rows.ts'
import type { ContentEvent } from '../../content/event-stream.ts'
import { SESSIONS_TABLE } from '../../identity/administrators/admin-sessions.ts'
import { ADMIN_PERMISSION_UID, linkOf } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { ENTRY_STAGES_TABLE } from '../../schema/own-table-names.ts'
import { ADMIN_UID, type ContentType } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { PRESENCE_TABLE } from '../../tables/desired/panel-tables.ts'
import type { ManagementContext } from '../management-context.ts'
import { isManaged } from '../rights/admin-rights.ts'
import { selectAllPresence, toPresence } from './presence.ts'

export type FeedEvent =
  /** Anything may have changed. */
  | { readonly kind: 'ready' }
  /** Administrators, their roles, permissions or sessions have changed. */
  | { readonly kind: 'rights' }
  | {
      readonly kind: 'entry'
      readonly uid: string
      /** `null`: one or several, nobody knows which. */
      readonly id: number | null
      readonly action: ContentEvent['action']
      /** The id of the administrator. */
      readonly by: number | null
    }
  | { readonly kind: 'presence'; readonly uid: string; readonly id: number; readonly people: readonly Presence[] }

export interface ChangeFeed {
  /** Returns a function that ends the subscription. */
  watch(watcher: (event: FeedEvent) => void): () => void
  close(): void
}

const INTERVAL = 1000
/** People who have left without saying so are noticed after this many intervals. */
const PRESENCE_INTERVALS = 5

export function createChangeFeed(context: ManagementContext): ChangeFeed {
  const watchers = new Set<(event: FeedEvent) => void>()
  const tell = (event: FeedEvent) => {
    for (const watcher of watchers) watcher(event)
  }
  const tables = new TableWatch(context)
  const people = new PresenceWatch(context)
  const moves = new MoveWatch(context)
  const rights = new RightsWatch(context)
  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  let running = false
  const look = async () => {
    if (running) return
    running = true
    try {
      await context.database.catchUp()
      if (rights.isChanged()) tell({ kind: 'rights' })
      for (const event of tables.changes()) tell(event)
      for (const event of await people.changes()) tell(event)
      for (const event of await moves.changes()) tell(event)
    } catch {
      // The database is away. It will be asked again, and whatever has happened until then is found at once.
    } finally {
      running = false
    }
  }
  const start = () => {
    tables.changes()
    rights.isChanged()
    unsubscribe = context.content.events.subscribe(event => {
      tables.seen(event.type)
      tell({ kind: 'entry', uid: event.type, id: event.id, action: event.action, by: event.by ?? null })
    })
    void look()
    timer = setInterval(look, INTERVAL)
    timer.unref()
  }
  const stop = () => {
    clearInterval(timer)
    unsubscribe?.()
    timer = undefined
  }
  return {
    watch: watcher => {
      watchers.add(watcher)
      if (timer === undefined) start()
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) stop()
      }
    },
    close: stop,
  }
}

/** Which types have changed since the last look. */
class TableWatch {
  readonly #context: ManagementContext
  readonly #types: readonly ContentType[]
  readonly #known = new Map<string, number>()

  constructor(context: ManagementContext) {
    this.#context = context
    this.#types = [...context.schema.types.values()].filter(type => isManaged(type) && type.table !== null)
  }

  /** A change that is known from elsewhere. */
  seen(uid: string): void {
    const type = this.#types.find(other => other.uid === uid)
    if (type !== undefined) this.#known.set(uid, this.#versionOf(type))
  }

  changes(): readonly FeedEvent[] {
    const changed = this.#types.filter(type => this.#known.get(type.uid) !== this.#versionOf(type))
    for (const { uid } of changed) this.seen(uid)
    if (changed.length > 1 && changed.length === this.#types.length) return [{ kind: 'ready' }]
    return changed.map(({ uid }) => ({ kind: 'entry', uid, id: null, action: 'update', by: null }))
  }

  #versionOf({ table }: ContentType): number {
    return this.#context.database.versions.latest([table!])
  }
}

/** Whether anybody's rights or session may have changed since the last look. */
class RightsWatch {
  readonly #database: Database
  readonly #tables: readonly string[]
  #version = -1

  constructor({ database, schema }: ManagementContext) {
    this.#database = database
    const stored = [
      schema.types.get(ADMIN_UID)?.table,
      linkOf(schema, ADMIN_UID, 'roles')?.table,
      schema.types.get(ADMIN_PERMISSION_UID)?.table,
      linkOf(schema, ADMIN_PERMISSION_UID, 'role')?.table,
    ]
    const own = `${database.dialect.ownSchema}.${SESSIONS_TABLE}`
    this.#tables = [...stored.flatMap(table => table ?? []), own]
  }

  isChanged(): boolean {
    const version = this.#database.versions.latest(this.#tables)
    const isChanged = version !== this.#version
    this.#version = version
    return isChanged
  }
}

/** Moves that are compared; of more in one second, the first are not told by others than the process that has made them. */
const MOST_MOVES = 200

/** Which entries are in another stage of their review since the last look. Nothing else of them changes. */
class MoveWatch {
  readonly #context: ManagementContext
  #known: ReadonlySet<number> | undefined
  #version = -1

  constructor(context: ManagementContext) {
    this.#context = context
  }

  async changes(): Promise<readonly FeedEvent[]> {
    const { database, content } = this.#context
    const version = database.versions.latest([`${database.dialect.ownSchema}.${ENTRY_STAGES_TABLE}`])
    if (content.changes === undefined || version === this.#version) return []
    const [rows = []] = await readRows(database, [content.changes.search({ action: 'move', limit: MOST_MOVES })])
    const moves = rows.map(toChange)
    this.#version = version
    const before = this.#known
    this.#known = new Set(moves.map(({ position }) => position))
    return moves
      .filter(({ position }) => before?.has(position) === false)
      .map(({ type: uid, id, by }) => ({
        ...{ kind: 'entry', uid, id, action: 'update' },
        by: by?.kind === 'admin' ? by.id : null,
      }))
  }
}

/** Who has come and gone since the last look. */
class PresenceWatch {
  readonly #context: ManagementContext
  #known = new Map<string, string>()
  #version = -1
  #looks = 0

  constructor(context: ManagementContext) {
    this.#context = context
  }

  async changes(): Promise<readonly FeedEvent[]> {
    const { database } = this.#context
    const version = database.versions.latest([`${database.dialect.ownSchema}.${PRESENCE_TABLE}`])
    this.#looks += 1
    const isDue = this.#known.size > 0 && this.#looks % PRESENCE_INTERVALS === 0
    if (version === this.#version && !isDue) return []
    const people = await this.#load()
    this.#version = version
    return this.#compare(people)
  }

  async #load(): Promise<ReadonlyMap<string, readonly Presence[]>> {
    const [rows = []] = await readRows(this.#context.database, [selectAllPresence(this.#context)])
    const places = new Map<string, (typeof rows)[number][]>()
    for (const [uid, id, ...row] of rows) {
      const key = `${uid} ${id}`
      places.set(key, [...(places.get(key) ?? []), row])
    }
    const found = new Map<string, readonly Presence[]>()
    for (const [key, people] of places) found.set(key, await toPresence(this.#context, people))
    return found
  }

  #compare(now: ReadonlyMap<string, readonly Presence[]>): readonly FeedEvent[] {
    const before = this.#known
    this.#known = new Map([...now].map(([key, people]) => [key, JSON.stringify(people)]))
    const places = new Set([...before.keys(), ...now.keys()])
    return [...places]
      .filter(key => before.get(key) !== this.#known.get(key))
      .map(key => {
        const [uid = '', id = ''] = key.split(' ')
        return { kind: 'presence', uid, id: Number(id), people: now.get(key) ?? [] }
      })
  }
}
