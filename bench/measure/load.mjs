/** Drives the process that makes the load. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { here } from '../paths.mjs'
import { endChild, stopLater } from '../processes.mjs'

/** However slow a server is, a slice has an end. */
const PATIENCE = 600

export function createLoad() {
  const child = fork(join(here, 'measure/load-process.mjs'))
  stopLater(() => endChild(child))
  /**
   * Loads a server with requests, drawn at random, or `once` each in their order until there are no more; gives how many were answered,
   * how fast, and how long they were.
   */
  return ({ url, requests, status = 200, ...rest }) =>
    new Promise((resolve, reject) => {
      const { hostname: host, port } = new URL(url)
      const gone = () => reject(new Error('the process that makes the load has ended'))
      child.once('exit', gone)
      child.once('message', (/** @type {any} */ result) => {
        child.off('exit', gone)
        const other = Object.keys(result.statuses ?? {}).filter(found => Number(found) !== status)
        if (result.problem) reject(new Error(`${url}: ${result.problem}`))
        else if (other.length > 0)
          reject(new Error(`${url} answered ${other}, not ${status}: ${requests[0].split('\r\n')[0]}`))
        else resolve(result)
      })
      child.send({ host, port: Number(port), requests, patience: PATIENCE, ...rest })
    })
}

/** The text of a request. `asked` is a path to read, or `{ path, token, body, method }`: read as a user, or send JSON to. */
export function requestText(url, asked, tag) {
  const { path, token, body, method = body === undefined ? 'GET' : 'POST' } = askedFor(asked)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`]
  if (tag !== undefined) lines.push(`If-None-Match: ${tag}`)
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`)
  if (body === undefined) return `${lines.join('\r\n')}\r\n\r\n`
  const text = JSON.stringify(body)
  lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** The JSON of one answer. Anything but 200 is an error. */
export async function answerOf({ url, name }, asked) {
  const { path, token, body } = askedFor(asked)
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, { headers, ...sent })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name} answered ${response.status} to ${path}:\n${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** @returns {{ path: string, token?: string, body?: object, method?: string }} */
function askedFor(asked) {
  return typeof asked === 'string' ? { path: asked } : asked
}
