/** A storage account of Azure on this machine, with a door in front of it that can fail. Closes itself after the test file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.mjs'
import { azuriteProgram } from '../../../scripts/install-azurite.mjs'
import { DEFAULT_MEDIA, type MediaConfig } from '../../../src/config/config.ts'
import { cleanUp } from '../clean-up.ts'
import { ACCOUNT, ACCOUNT_KEY, startAzureService } from './azure-service.ts'
import { openDoor, type StorageDoor } from './storage-door.ts'
import { untilOpen } from './until-open.ts'

export interface AzureServer extends StorageDoor {
  readonly media: MediaConfig
  /** `/devstoreaccount1/pictures` */
  readonly path: string
}

/** `AZURITE=installed` asks Azurite itself; the first run installs it. */
export async function startAzure(): Promise<AzureServer> {
  const port = process.env.AZURITE === 'installed' ? await startAzurite() : await startOwn()
  const door = await openDoor({ port, shorten: url => url.replace(/blockid=[^&]+/, 'blockid=*') })
  const account = { account: ACCOUNT, accountKey: ACCOUNT_KEY, serviceUrl: `${door.url}/${ACCOUNT}` }
  const container = { container: 'pictures', createContainer: true, publicAccess: 'blob' as const }
  return Object.assign(door, {
    path: `/${ACCOUNT}/pictures`,
    media: { ...DEFAULT_MEDIA, provider: 'azure', azure: { ...account, ...container } },
  })
}

async function startOwn(): Promise<number> {
  const { port, close } = await startAzureService()
  cleanUp(close)
  return port
}

async function startAzurite(): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'populus-azurite-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const words = ['--silent', '--skipApiVersionCheck', '--disableTelemetry', '--location', folder]
  const server = spawn(process.execPath, [azuriteProgram(), ...words, '--blobPort', String(port)], { stdio: 'ignore' })
  cleanUp(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  })
  await untilOpen(port, 'Azurite')
  return port
}
