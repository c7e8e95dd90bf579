/** Who has come and gone since the last look. */
import type { Presence } from '../../admin-api/content-api.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { PRESENCE_TABLE } from '../../tables/desired/panel-tables.ts'
import type { ManagementContext } from '../management-context.ts'
import type { FeedEvent } from './feed-event.ts'
import { selectAllPresence, toPresence } from './presence.ts'

/** People who have left without saying so are noticed after this many looks. */
const LOOKS_UNTIL_GONE = 5

export class PresenceWatch {
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
    const isDue = this.#known.size > 0 && this.#looks % LOOKS_UNTIL_GONE === 0
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
