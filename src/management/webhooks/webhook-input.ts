/** Checks what a person says about a webhook. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, flag, text, textList } from '../../input/check-input.ts'
import { MOST_EVENTS } from '../../webhooks/batch.ts'
import { EVENTS } from '../../webhooks/webhook.ts'
import type { WebhookContext } from './webhook-context.ts'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i
const HEADER_VALUE = /^[\t\x20-\x7e]{0,2000}$/
/** Those that the server itself sets. */
const RESERVED: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding', 'connection'])

const EVENTS_IN_ONE = `expected a number from 0 to ${MOST_EVENTS}`

const shape = {
  name: text().refine(given => given.trim() !== '', { error: 'expected a name' }),
  url: text(2000),
  headers: z
    .record(z.string(), z.string({ error: 'expected a text' }), {
      error: 'expected headers, such as {"Authorization": "…"}',
    })
    .refine(isHeaders, { error: 'expected names and values of headers' }),
  events: textList(1, 'expected at least one event'),
  types: textList(),
  batch: z.int({ error: EVENTS_IN_ONE }).min(0, { error: EVENTS_IN_ONE }).max(MOST_EVENTS, { error: EVENTS_IN_ONE }),
  enabled: flag(),
}

export const newWebhook = z.strictObject({
  ...shape,
  headers: shape.headers.default({}),
  types: shape.types.default([]),
  batch: shape.batch.default(0),
  enabled: shape.enabled.default(true),
})
export const changedWebhook = z.strictObject(shape).partial()

function isHeaders(given: Readonly<Record<string, string>>): boolean {
  const entries = Object.entries(given)
  return (
    entries.length <= 50 &&
    entries.every(
      ([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !RESERVED.has(name.toLowerCase()),
    )
  )
}

interface Checked {
  readonly url?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
}

/** Throws all problems at once. The address is checked again with every delivery, because a name can change its meaning. */
export async function checkWebhook<T extends z.ZodObject>(
  { schema, outgoing }: WebhookContext,
  input: unknown,
  of: T,
): Promise<z.infer<T>> {
  const given = checkInput(of, input)
  const { url, events = [], types = [] } = given as Checked
  const problems = [
    ...events
      .filter(event => !EVENTS.includes(event))
      .map(event => ({ path: ['events'], message: `there is no event ${event}; available: ${EVENTS.join(', ')}` })),
    ...types
      .filter(type => !schema.types.has(type))
      .map(type => ({ path: ['types'], message: `there is no content type ${type}` })),
  ]
  const refusal = url === undefined ? null : await outgoing.refusal(url)
  if (refusal !== null) problems.push({ path: ['url'], message: refusal })
  if (problems.length > 0) throw badInput(problems)
  return given
}

export function idIn(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new PopulusError('notFound')
  return Number(text)
}
