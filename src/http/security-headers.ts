/**
 * The headers by which browsers protect the readers of an answer, the same ones that helmet sends. They are equal for
 * every answer and fixed here, because building them each time took longer than most of the rest.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  // The server itself speaks plain HTTP. Only the proxy in front knows whether links may be upgraded.
  'content-security-policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';" +
    "img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';" +
    "style-src 'self' https: 'unsafe-inline'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** The headers that scripts of other origins may read. */
export const EXPOSED_HEADERS = ['ETag', 'X-Populus-Error', 'X-Populus-Hint']

/** The headers of resumable uploads, which scripts of other origins may send and read. */
export const TUS_REQUEST_HEADERS = ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset']
export const TUS_ANSWER_HEADERS = ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset']

/** Additional headers for answers when every origin may ask. */
export const ANY_ORIGIN_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
})
