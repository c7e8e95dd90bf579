/** Tokens with any payload, signed like those of users. */
import { createHmac, createSecretKey } from 'node:crypto'
import { jwtVerify } from 'jose'

type Payload = Readonly<Record<string, unknown>>

/** Not a promise, unlike `signUserToken`: code of projects expects the text itself. */
export function signPayload(secret: string, payload: Payload): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** Rejects a token that is not ours or has expired. `now`: milliseconds since 1970. */
export async function readPayload(secret: string, token: string, now: number): Promise<Payload> {
  const key = createSecretKey(Buffer.from(secret))
  return (await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(now) })).payload
}
