/**
 * The ceiling: a bare node:http server that sends bodies from memory. The parent process sends it the address of a server and
 * paths, whose answers it fetches once; from then on it gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const answers = new Map()

const server = createServer((request, response) => {
  const answer = answers.get(request.url)
  if (answer === undefined) {
    response.writeHead(404, { 'content-length': 0 }).end()
  } else if (request.headers['if-none-match'] === answer.tag) {
    response.writeHead(304, answer.notModified).end()
  } else {
    response.writeHead(200, answer.headers).end(answer.body)
  }
})

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ url, paths }) => {
  for (const path of paths) answers.set(path, await keep(`${url}${path}`))
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}`))
})

async function keep(address) {
  const response = await fetch(address)
  const body = Buffer.from(await response.arrayBuffer())
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { 'content-type': response.headers.get('content-type'), 'content-length': body.length, etag: tag }
  return { body, tag, headers, notModified: { etag: tag } }
}
