/**
 * The only way out: every HTTP request of the server is sent here, with a limit in time and size and to addresses that are
 * allowed. An address that the operator has written into a setting may be anywhere; all others must be public.
 */
import {
  type AddressPolicy,
  AddressRefused,
  anyAddress,
  type FindAddresses,
  findInSystem,
  publicOnly,
} from './address-policy.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { createSender, type Sender, webAddress } from './send-once.ts'

export interface Outgoing {
  /** Rejects if nothing answers, the answer is late or too long, or the address is not allowed. */
  send(request: OutgoingRequest): Promise<Response>
  /** Why nobody but the operator may name this address; `null` if they may. A name may mean another address later. */
  refusal(url: string): Promise<string | null>
}

export interface OutgoingOptions {
  /** Ranges that are not public and may be used nevertheless, as in the setting `outgoing.allow`. */
  readonly allow?: readonly string[]
  readonly find?: FindAddresses
}

export function createOutgoing({ allow = [], find = findInSystem }: OutgoingOptions = {}): Outgoing {
  // Each has connections of its own: one that was opened for the operator is not used for others.
  const open = publicOnly(allow, find)
  const senders = { operator: createSender(anyAddress(find)), others: createSender(open) }
  return { send: request => follow(senders, request, request.redirects ?? 0), refusal: url => refusalOf(url, open) }
}

async function refusalOf(text: string, policy: AddressPolicy): Promise<string | null> {
  try {
    const { hostname } = webAddress(text)
    const host = hostname.replace(/^\[|\]$/g, '')
    policy.check(host)
    await new Promise<void>((resolve, reject) =>
      policy.lookup(host, { all: true }, error => (error instanceof AddressRefused ? reject(error) : resolve())),
    )
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Where a redirect leads was named by another server. What proves who we are is for the first one only. */
async function follow(
  senders: Readonly<Record<OutgoingRequest['namedBy'], Sender>>,
  request: OutgoingRequest,
  left: number,
): Promise<Response> {
  const response = await senders[request.namedBy](request)
  const target = response.headers.get('location')
  if (left === 0 || target === null || !REDIRECTS.has(response.status)) return response
  await response.body?.cancel()
  const { headers: _, ...rest } = request
  const url = new URL(target, request.url).href
  return follow(senders, { ...rest, url, namedBy: 'others' }, left - 1)
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
