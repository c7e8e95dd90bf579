/**
 * The signature with which a site asks for any size of an image. It is the HMAC-SHA256 of the address, with the
 * parameters in alphabetical order, in base64url:
 *
 *     /uploads/photo_1a2b3c4d5e.jpg?format=webp&width=640
 */
import { createHmac } from 'node:crypto'
import { sameSecret } from '../../util/same-secret.ts'

function signSize(path: string, parameters: URLSearchParams, secret: string): string {
  const sorted = new URLSearchParams([...parameters].filter(([name]) => name !== 'signature'))
  sorted.sort()
  return createHmac('sha256', secret).update(`${path}?${sorted}`).digest('base64url')
}

export function isSigned(
  path: string,
  parameters: URLSearchParams,
  signature: string,
  secret: string | undefined,
): boolean {
  return secret !== undefined && sameSecret(signature, signSize(path, parameters, secret))
}
