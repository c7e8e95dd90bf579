/** The world in a folder of its own, because backups are kept in the project. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import type { ServerTask } from '../../../src/admin-api/settings/transfer-api.ts'
import type { App } from '../../../src/app.ts'
import { SECRETS } from '../../identity/administrators/admin-app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { type Client, temporaryFolder } from '../../support/databases.ts'
import { WORLD } from '../../support/worlds/world.ts'
import { PanelApp } from '../panel-app.ts'

export class TransferApp extends PanelApp {
  readonly folder = join(temporaryFolder(), 'world')
  /** The answers that are no JSON. */
  site!: App

  override async another(): Promise<App> {
    cpSync(WORLD, this.folder, { recursive: true })
    this.site = await buildTestApp({ folder: this.folder, database: this.database, secrets: SECRETS })
    return this.site
  }

  download(path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${this.token}` }) {
    return this.site.inject({ url: `/admin/api${path}`, headers })
  }

  /** Sends a file as a browser does. */
  upload(name: string, content: string | Buffer, field = 'file', token = this.token) {
    const boundary = 'the-end-of-a-part'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/x-ndjson\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
    const type = `multipart/form-data; boundary=${boundary}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    return this.site.inject({ method: 'POST', url: '/admin/api/import', headers, payload })
  }

  /** The task when it no longer runs. */
  async ended<Facts>(kind: 'backup' | 'export' | 'import'): Promise<ServerTask<Facts>> {
    let task: ServerTask<Facts> | null = null
    await expect
      .poll(async () => {
        task = await this.task<Facts>(kind)
        return task?.state
      })
      .not.toBe('running')
    return task!
  }

  async task<Facts>(kind: 'backup' | 'export' | 'import'): Promise<ServerTask<Facts> | null> {
    if (kind === 'backup') return (await this.data<{ task: ServerTask<Facts> | null }>('GET /backups')).task
    return (await this.data<Record<string, ServerTask<Facts> | null>>('GET /transfers'))[kind] ?? null
  }
}

export function transferApp(client: Client): TransferApp {
  const app = new TransferApp()
  beforeAll(() => app.open(client))
  return app
}
