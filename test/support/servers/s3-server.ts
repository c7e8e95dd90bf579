/** A bucket on this machine, with a door in front of it that can fail. Closes itself after the test file. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { DEFAULT_MEDIA, type MediaConfig } from '../../../src/config/config.ts'
import { cleanUp } from '../clean-up.ts'
import { openDoor, type StorageDoor } from './storage-door.ts'

export interface S3Server extends StorageDoor {
  readonly media: MediaConfig
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
  cleanUp(async () => {
    await behind.close()
    await rm(directory, { recursive: true })
  })
  const giveUpOnly = (line: string, { url }: IncomingMessage, reply: ServerResponse): boolean => {
    const upload = /^DELETE .*uploadId=\*/.test(line) ? /uploadId=(\w+)/.exec(url ?? '')?.[1] : undefined
    if (upload !== undefined) void giveUp(directory, upload, reply)
    return upload !== undefined
  }
  const shorten = (url: string): string => url.replace(/uploadId=\w+/, 'uploadId=*')
  const door = await openDoor({ port, shorten, instead: giveUpOnly })
  const bucket = { bucket: 'pictures', endpoint: door.url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return Object.assign(door, {
    media: { ...DEFAULT_MEDIA, provider: 'aws-s3', s3: { ...DEFAULT_MEDIA.s3, ...bucket, ...changes } },
    stored: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(({ name }) => name)
    },
  })
}

/** The one operation that the server itself does not have: an upload in parts is given up. */
async function giveUp(directory: string, upload: string, reply: ServerResponse): Promise<void> {
  await rm(join(directory, 'pictures', '._S3rver_uploads', upload), { recursive: true, force: true })
  reply.writeHead(204).end()
}
