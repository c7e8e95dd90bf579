/** Reads the values of users that rules compare with, and remembers them until a table changes that they come from. */
import type { ContentContext } from '../../content/content-context.ts'
import { readKnownObject, tablesOfObject } from '../../content/read/read-objects.ts'
import { serverContent } from '../../content/read/server-content.ts'
import { USER_UID } from '../../schema/schema.ts'
import { Memo } from '../access/access-cache.ts'
import type { UserTexts } from './rule-values.ts'
import { queryFor, type UserPath, valuesAt } from './user-path.ts'

/** How many users are remembered at the same time. */
const MAX_USERS = 10_000

export class UserReader {
  readonly #content: ContentContext
  readonly #paths: readonly UserPath[]
  #tables: readonly string[] | undefined
  #version = -1
  #known = new Memo<number, UserTexts>(MAX_USERS)

  constructor(content: ContentContext, paths: readonly UserPath[]) {
    this.#content = serverContent(content)
    this.#paths = paths
  }

  /** As of the last `catchUp`. Equal objects as long as nothing has changed. */
  async read(userId: number): Promise<UserTexts> {
    const { versions } = this.#content.database
    this.#tables ??= await this.#findTables()
    const version = versions.latest(this.#tables)
    // A slow reader of an older state keeps using it. Later requests never see what it adds there.
    if (version !== this.#version) {
      this.#version = version
      this.#known = new Memo(MAX_USERS)
    }
    return this.#known.get(userId, () => this.#load(userId))
  }

  /** The number of the last change of what was read, as of the last `catchUp`. */
  latest(): number {
    return this.#content.database.versions.latest(this.#tables ?? [])
  }

  async #load(userId: number): Promise<UserTexts> {
    const user = this.#isMore
      ? await readKnownObject(this.#content, this.#userType, this.#query, userId)
      : { id: userId }
    return user === null ? null : new Map(this.#paths.map(path => [path.text, valuesAt(user, path)]))
  }

  /** The id is known from the token. */
  get #isMore(): boolean {
    return this.#paths.some(({ text }) => text !== 'id')
  }

  async #findTables(): Promise<readonly string[]> {
    return this.#isMore ? tablesOfObject(this.#content, this.#userType, this.#query) : []
  }

  get #userType() {
    return this.#content.schema.types.get(USER_UID)!
  }

  get #query() {
    return queryFor(this.#paths.map(({ names }) => names))
  }
}
