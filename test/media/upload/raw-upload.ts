/** Uploads over a raw connection: cut off, stalled, slow, or nothing that a form is. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export const BOUNDARY = 'XXBOUNDARYXX'

/** The beginning of a part with a file. */
export function filePart(name = 'files', file = 'big.bin', type = 'application/octet-stream'): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: ${type}\r\n\r\n`
}

export const END = `\r\n--${BOUNDARY}--\r\n`

export interface RawUpload {
  readonly socket: Socket
  send(bytes: string | Buffer): Promise<void>
  /** Status and body, when the answer is complete or the connection ends. */
  readonly answer: Promise<{ readonly status: number; readonly body: string }>
}

/** Opens a connection and sends the head of a request. */
export async function rawUpload(
  address: string,
  { path = '/api/upload', headers = {} }: { path?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<RawUpload> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const all = { host: 'localhost', 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const answer = new Promise<{ status: number; body: string }>(resolve => {
    let received = ''
    const look = (isOver: boolean) => {
      const [head = '', body = ''] = received.split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? -1)
      if (isOver || (status > 0 && Buffer.byteLength(body) === length)) resolve({ status, body })
    }
    socket.on('data', chunk => {
      received += chunk.toString('utf8')
      look(false)
    })
    socket.on('close', () => look(true))
  })
  const send = async (bytes: string | Buffer) => {
    if (!socket.destroyed && !socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  return { socket, send, answer }
}

/** Waits until something is true, for ten seconds at most. */
export async function until(isTrue: () => boolean | Promise<boolean>, patience = 90_000): Promise<boolean> {
  const latest = Date.now() + patience
  while (Date.now() < latest) {
    if (await isTrue()) return true
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return false
}
