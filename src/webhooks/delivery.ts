/** One message to one webhook. */

export type DeliveryState =
  /** To be sent, or to be sent again. */
  | 'waiting'
  | 'delivered'
  /** Given up. */
  | 'failed'

export interface NewDelivery {
  readonly webhook: number
  readonly event: string
  /** The uid of the content type; empty for a delivery with several events. */
  readonly type: string
  /** The id of the entry. Its deliveries keep their order. */
  readonly id: number
  /** The whole body. */
  readonly payload: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface DeliveryResult {
  readonly state: DeliveryState
  /** The status of the answer; `null` if there was none. */
  readonly status: number | null
  /** The beginning of its body, or why there was no answer. */
  readonly answer: string
  /** Milliseconds. */
  readonly duration: number
  readonly sentAt: number
  /** When it is sent again. */
  readonly nextAt: number
}

export interface Delivery {
  readonly id: number
  readonly webhook: number
  readonly event: string
  readonly type: string
  readonly entry: number
  readonly payload: string
  readonly createdAt: number
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAt: number
  readonly status: number | null
  readonly answer: string | null
  readonly duration: number | null
  readonly sentAt: number | null
}
