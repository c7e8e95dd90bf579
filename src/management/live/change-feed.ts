/**
 * What happens in this installation, for those who watch. Writes of this process are known exactly. Those of others are
 * found by asking the database every second which tables have changed, while anyone watches.
 */
import type { ManagementContext } from '../management-context.ts'
import type { FeedEvent } from './feed-event.ts'
import { MoveWatch } from './move-watch.ts'
import { PresenceWatch } from './presence-watch.ts'
import { RightsWatch } from './rights-watch.ts'
import { TableWatch } from './table-watch.ts'

export interface ChangeFeed {
  /** Returns a function that ends the subscription. */
  watch(watcher: (event: FeedEvent) => void): () => void
  close(): void
}

const INTERVAL = 1000

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
