/** A bucket on this machine, with a door in front of it that can fail. Closes itself after the test file. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { DEFAULT_MEDIA, type MediaConfig } from '../../../src/config/config.ts'
import { cleanUp } from '../clean-up.ts'

/** What the door does with a request; `undefined` lets it pass. */
export type Fault = 'reset' | 'slow' | number | undefined

export interface S3Server {
  readonly media: MediaConfig
  /** Everything that was asked: `PUT /pictures/cat.jpg?partNumber=1`, with the headers. */
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[]
  /** Decides about each request. */
  fault: (line: string) => Fault
  /** The names of all files that the server has on its disk, including unfinished ones. */
  stored(): Promise<readonly string[]>
}

export async function startS3(changes: Partial<MediaConfig['s3']> = {}): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'populus-s3-'))
  const behind = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = (await behind.run()) as AddressInfo
  const requests: S3Server['requests'] = []
  const door = createServer((incoming, reply) => {
    const line = `${incoming.method} ${incoming.url?.replace(/uploadId=\w+/, 'uploadId=*')}`
    requests.push({ line, headers: incoming.headers })
    const fault = found.fault(line)
    const upload = /^DELETE .*uploadId=\*/.test(line) ? /uploadId=(\w+)/.exec(incoming.url ?? '')?.[1] : undefined
    if (fault === undefined && upload !== undefined) void giveUp(directory, upload, reply)
    else act(fault, incoming, reply, port)
  })
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const found: S3Server = {
    media: {
      ...DEFAULT_MEDIA,
      provider: 'aws-s3',
      s3: {
        ...DEFAULT_MEDIA.s3,
        bucket: 'pictures',
        endpoint,
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        ...changes,
      },
    },
    requests,
    fault: () => undefined,
    stored: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(({ name }) => name)
    },
  }
  cleanUp(async () => {
    door.closeAllConnections()
    await new Promise(resolve => door.close(resolve))
    await behind.close()
    await rm(directory, { recursive: true })
  })
  return found
}

/** The one operation that the server itself does not have: an upload in parts is given up. */
async function giveUp(directory: string, upload: string, reply: ServerResponse): Promise<void> {
  await rm(join(directory, 'pictures', '._S3rver_uploads', upload), { recursive: true, force: true })
  reply.writeHead(204).end()
}

function act(fault: Fault, incoming: IncomingMessage, reply: ServerResponse, port: number): void {
  if (fault === 'reset') incoming.socket.resetAndDestroy()
  else if (typeof fault === 'number') {
    incoming.resume()
    incoming.on('end', () => reply.writeHead(fault).end('<Error><Code>Test</Code></Error>'))
  } else if (fault === undefined) {
    const { method, url, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    // A client that has gone would leave its request to the server behind open, and with it the server.
    reply.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  } else incoming.resume()
}
