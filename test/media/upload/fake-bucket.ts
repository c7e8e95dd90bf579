import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_MEDIA, type MediaConfig } from '../../../src/config/config.ts'
import { bodyServer } from '../../support/servers/body-server.ts'

/** A storage with just enough of the S3 protocol: what to refuse is decided by each test. */
export class FakeBucket {
  readonly objects = new Map<string, Buffer>()
  refuse: (method: string, key: string) => boolean | Promise<boolean> = () => false
  readonly #server: Server

  constructor() {
    this.#server = bodyServer(async (request, response, body) => {
      const key = decodeURIComponent(new URL(request.url!, 'http://x').pathname.replace(/^\/bucket\//, ''))
      const { method = '' } = request
      if (await this.refuse(method, key)) return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      if (method === 'PUT') this.objects.set(key, body)
      if (method === 'DELETE') this.objects.delete(key)
      const found = this.objects.get(key)
      if (method === 'GET' && found === undefined)
        return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? found : '')
    })
  }

  /** Returns the settings for it. */
  async listen(): Promise<Pick<MediaConfig, 'provider' | 's3' | 'timeout'>> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    const s3 = { ...DEFAULT_MEDIA.s3, bucket: 'bucket', accessKeyId: 'k', secretAccessKey: 's', endpoint }
    return { provider: 'aws-s3', s3, timeout: 2000 }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
