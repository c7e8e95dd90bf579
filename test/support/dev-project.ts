/** A project under `populus dev`, in this process, with its first administrator. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonLog } from '../../src/dev/dev-log.ts'
import { DevServer } from '../../src/dev/dev-server.ts'
import { testConfig } from './build-test-app.ts'
import { cleanUp } from './clean-up.ts'
import { type Client, freshDatabase, temporaryFolder } from './databases.ts'

const SECRETS = { jwt: 'one secret', apiTokenSalt: 'another', admin: 'a third one' }

export interface DevProject {
  readonly folder: string
  readonly address: string
  /** What was logged, one line each. */
  readonly log: readonly string[]
  /** A code for the first administrator. */
  readonly code: string
}

/** `files` by path, relative to the project. */
export async function startDevProject(client: Client, files: Readonly<Record<string, unknown>>): Promise<DevProject> {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries({ 'package.json': {}, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${JSON.stringify(content, null, 2)}\n`)
  }
  const config = testConfig({ folder, database: await freshDatabase(client), secrets: SECRETS })
  const log: string[] = []
  const server = new DevServer({
    folder,
    loadConfig: async () => config,
    canMend: () => false,
    log: jsonLog(line => log.push(line)),
    typesFile: join(folder, 'populus.d.ts'),
    guards: 'accept',
    served: () => {},
    begins: () => {},
  })
  const { app, address } = await server.start()
  cleanUp(() => server.close())
  return { folder, address, log, code: (await app.firstAdminCode())! }
}
