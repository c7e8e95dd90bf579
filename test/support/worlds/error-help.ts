/** The help in the body of an error: in the dialect `document` the same as in the headers, in `strapi4` none. */
import { expect } from 'vitest'
import { hintText } from '../../../src/http/answer-notes.ts'

interface Answer {
  readonly statusCode: number
  readonly payload: string
  readonly headers: Readonly<Record<string, unknown>>
}

interface ErrorBody {
  error?: { name?: string; details?: { hint?: string; code?: string; '…'?: string } } | null
}

/** Checks it, and returns the body without it, so that examples can be about the rest. */
export function payloadWithoutHelp({ statusCode, payload, headers }: Answer, dialect: string): string {
  const hint = headers['x-populus-hint']
  if (hint === undefined || statusCode < 400 || statusCode >= 500) return payload
  const body = JSON.parse(payload) as ErrorBody
  const { details, name } = body.error ?? {}
  if (dialect === 'strapi4' || name === 'SyntaxError') {
    expect(details ?? {}).not.toHaveProperty('hint')
    return payload
  }
  expect(hintText(details?.hint ?? '')).toBe(hint)
  expect(details?.code).toBe(headers['x-populus-error'])
  delete details?.hint
  delete details?.code
  return JSON.stringify(body)
}

/** What the page shows of a body, without the help. */
export function shownWithoutHelp(shown: unknown): unknown {
  const body = structuredClone(shown) as ErrorBody | null | undefined
  const details = body?.error?.details
  delete details?.hint
  delete details?.code
  delete details?.['…']
  return body
}
