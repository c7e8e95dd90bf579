/** The webhooks of the database, read again when they have changed. */
import type { Database } from '../storage/database.ts'
import { readingFrom } from '../storage/run-fragment.ts'
import type { Webhook } from './webhook.ts'
import { selectWebhooks, toWebhook, webhookTables } from './webhook-rows.ts'

export class KnownWebhooks {
  readonly #database: Database
  readonly #tables: readonly string[]
  #version = -1
  #known: Promise<readonly Webhook[]> = Promise.resolve([])

  constructor(database: Database) {
    this.#database = database
    this.#tables = webhookTables(database.dialect)
  }

  /** As far as this process knows. */
  async list(): Promise<readonly Webhook[]> {
    const version = this.#database.versions.latest(this.#tables)
    if (version !== this.#version) {
      this.#version = version
      this.#known = this.#load()
      // The next one asks again.
      this.#known.catch(() => {
        this.#version = -1
      })
    }
    return this.#known
  }

  async #load(): Promise<readonly Webhook[]> {
    const rows = await readingFrom(this.#database)(selectWebhooks(this.#database.dialect))
    return rows.map(toWebhook)
  }
}
