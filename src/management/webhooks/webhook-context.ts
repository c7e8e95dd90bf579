/** What the management of webhooks needs. */
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { DeliveryStore } from '../../webhooks/delivery-store.ts'

export interface WebhookContext {
  readonly database: Database
  readonly schema: Schema
  readonly outgoing: Outgoing
  /** Absent in a database that can only be read. */
  readonly deliveries?: DeliveryStore | undefined
  /** There is something to send. */
  readonly wake?: (() => void) | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
