/** The forms in which CDNs want to be told what to drop. They are known by the address of the webhook. */
import { PURGE_EVENT } from './webhook.ts'

export interface Purge {
  readonly event: string
  readonly createdAt: string
  readonly keys: readonly string[]
  readonly paths: readonly string[]
}

interface PurgeForm {
  readonly address: RegExp
  /** How many keys one request may have. */
  readonly most: number
  readonly body: (keys: readonly string[]) => object
}

const FORMS: readonly PurgeForm[] = [
  {
    address: /^https:\/\/api\.fastly\.com\/service\/[^/?#]+\/purge$/,
    most: 256,
    body: keys => ({ surrogate_keys: keys }),
  },
  {
    address: /^https:\/\/api\.cloudflare\.com\/client\/v4\/zones\/[^/?#]+\/purge_cache$/,
    most: 30,
    body: keys => ({ tags: keys }),
  },
]

/** One for each request. Everybody else gets the keys and paths in our own form. */
export function purgeBodies(url: string, purge: Purge): readonly object[] {
  const form = FORMS.find(({ address }) => address.test(url))
  if (form === undefined) return [purge]
  const { most, body } = form
  const requests = Math.ceil(purge.keys.length / most)
  return Array.from({ length: requests }, (_, index) => body(purge.keys.slice(index * most, (index + 1) * most)))
}

/** A header may not be longer than Varnish accepts by default. */
const LONGEST_HEADER = 7000

/** Varnish reads headers, but no bodies. */
export function purgeHeaders(event: string, payload: string): Readonly<Record<string, string>> {
  if (event !== PURGE_EVENT) return {}
  const { keys } = JSON.parse(payload) as Partial<Purge>
  const text = keys?.join(' ') ?? ''
  return text === '' || text.length > LONGEST_HEADER ? {} : { 'Surrogate-Key': text }
}
