/** Webhooks: other servers that are told of changes. */
import type { Data } from './route-types.ts'

export interface WebhookApi {
  readonly 'GET /webhooks': { readonly answer: Data<readonly WebhookInfo[]> }
  /** `secret` is in no other answer, except that of a rotation. */
  readonly 'POST /webhooks': { readonly body: WebhookInput; readonly answer: Data<WebhookInfo & WebhookSecret> }
  readonly 'GET /webhooks/:id': { readonly answer: Data<WebhookInfo> }
  /** What is not named stays. */
  readonly 'PUT /webhooks/:id': { readonly body: Partial<WebhookInput>; readonly answer: Data<WebhookInfo> }
  readonly 'DELETE /webhooks/:id': { readonly answer: Data<WebhookInfo> }
  /** A new secret. Deliveries are signed with the old one, too, for a day. */
  readonly 'POST /webhooks/:id/secret': { readonly answer: Data<WebhookSecret> }
  /** Sends a delivery without content, at once and once. */
  readonly 'POST /webhooks/:id/test': { readonly answer: Data<TestResult> }
  /** The newest first, with the beginnings of their payloads; `before` is the id of a delivery. */
  readonly 'GET /webhooks/:id/deliveries': {
    readonly query: { readonly before?: number; readonly state?: DeliveryInfo['state']; readonly limit?: number }
    readonly answer: Data<readonly DeliveryInfo[]>
  }
  readonly 'GET /webhooks/:id/deliveries/:delivery': { readonly answer: Data<DeliveryInfo> }
  /** Sends a delivery now that waits; puts a copy of any other at the end of the queue. */
  readonly 'POST /webhooks/:id/deliveries/:delivery/redeliver': { readonly answer: Data<DeliveryInfo> }
}

export interface WebhookInput {
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** `entry.create`, `media.delete`, ... */
  readonly events: readonly string[]
  /** The uids of content types; all if empty. */
  readonly types?: readonly string[]
  /** How many events of one transaction a delivery may have, up to 1,000; 0: each is a delivery of its own, as in Strapi. */
  readonly batch?: number
  readonly enabled?: boolean
}

export interface WebhookInfo extends Required<WebhookInput> {
  readonly id: number
  /** False for a webhook that Strapi has made; a new secret signs it. */
  readonly signed: boolean
}

export interface WebhookSecret {
  readonly secret: string
}

export interface TestResult {
  readonly delivered: boolean
  /** `null` if there was no answer. */
  readonly status: number | null
  /** The beginning of the answer, or why there was none. */
  readonly answer: string
  /** Milliseconds. */
  readonly duration: number
}

export interface DeliveryInfo {
  readonly id: number
  readonly event: string
  /** The uid of the content type; empty for a delivery with several events. */
  readonly type: string
  readonly entry: number
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  readonly createdAt: string
  /** When it is sent next; `null` unless it waits. */
  readonly nextAt: string | null
  /** Of the last attempt. */
  readonly sentAt: string | null
  readonly status: number | null
  readonly answer: string | null
  readonly duration: number | null
  readonly payload: string
}
