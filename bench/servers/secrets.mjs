/** What the servers sign with; they share it, so that a token of an end user works on all of them. Nothing here is secret. */
import { createHmac } from 'node:crypto'

export const SECRETS = {
  JWT_SECRET: 'nothing-secret-in-a-benchmark',
  API_TOKEN_SALT: 'nothing-secret-in-a-benchmark',
}
const DAY = 86_400

/** What a user gets by signing in. */
export function userToken(id) {
  const now = Math.floor(Date.now() / 1000)
  const encoded = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ id, iat: now, exp: now + DAY })}`
  return `${signed}.${createHmac('sha256', SECRETS.JWT_SECRET).update(signed).digest('base64url')}`
}
