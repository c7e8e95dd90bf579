/** Which entries are in another stage of their review since the last look. Nothing else of them changes. */
import { toChange } from '../../changes/change-rows.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { ENTRY_STAGES_TABLE } from '../../schema/own-table-names.ts'
import type { ManagementContext } from '../management-context.ts'
import type { FeedEvent } from './feed-event.ts'

/** Moves that are compared; of more in one second, the first are not told by others than the process that has made them. */
const MOST_MOVES = 200

export class MoveWatch {
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
    const [rows = []] = await readRows(database, [content.changes.search({ actions: ['move'], limit: MOST_MOVES })])
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
