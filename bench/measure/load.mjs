/** Drives the process that makes the load. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { here } from '../paths.mjs'
import { endChild, stopLater } from '../processes.mjs'

/** However slow a server is, a slice has an end. */
const PATIENCE = 180

export function createLoad() {
  const child = fork(join(here, 'measure/load-process.mjs'))
  stopLater(() => endChild(child))
  /** Loads a server with requests, each drawn at random; gives how many were answered, how fast, and how long they were. */
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

/** The text of a request. `asked` is a path to read, or `{ path, body }` to send JSON to. */
export function requestText(url, asked, tag) {
  const { host } = new URL(url)
  if (typeof asked === 'object') {
    const body = JSON.stringify(asked.body)
    const headers = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    return `POST ${asked.path} HTTP/1.1\r\n${headers}\r\n\r\n${body}`
  }
  const known = tag === undefined ? '' : `If-None-Match: ${tag}\r\n`
  return `GET ${asked} HTTP/1.1\r\nHost: ${host}\r\n${known}\r\n`
}
