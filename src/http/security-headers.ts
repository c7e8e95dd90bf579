/**
 * The headers by which browsers protect whoever reads an answer, those that helmet sends. They are the same for every
 * answer, and are written down here because to make them anew each time took longer than most of the rest.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  // The server itself speaks plain HTTP; whether links may be upgraded is for the proxy in front to know.
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

/** What scripts of other origins may look at. */
export const EXPOSED_HEADERS = ['ETag', 'X-Populus-Error', 'X-Populus-Hint']

/** What answers carry beside where every origin may ask. */
export const ANY_ORIGIN_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
})
