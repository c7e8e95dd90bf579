// Asks a real Strapi the sequence of test/content/write/sequence.mjs and prints each answer as a line of JSON:
// node scripts/strapi-peer/record-writes.mjs http://127.0.0.1:1337 > answers.jsonl
import { SEQUENCE } from '../../test/content/write/sequence.mjs'

const TOKENS = { full: 'oracle-token-full-access', read: 'oracle-token-read-only' }
const [url] = process.argv.slice(2)
for (const { method, path, body, as } of SEQUENCE) {
  const headers = {
    ...(as == null ? {} : { authorization: `Bearer ${TOKENS[as]}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  console.log(JSON.stringify({ method, path, status: response.status, body: isJson ? JSON.parse(text) : text }))
}
