/** Our own server, as `populus start` runs it, in a process of its own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { here, project, root } from '../paths.mjs'
import { endChild, stopLater } from '../processes.mjs'
import { SECRETS } from './secrets.mjs'

const READY = /Populus is ready at (http:\S+)/

/** `database` is what `--database` takes; `responses: false` turns the response cache off; `flags` are Node's own, `settings` more of the environment. */
export async function startPopulus({ database, folder = project, responses = true, flags = [], settings = {} }) {
  const args = ['--import', join(here, 'servers/end-with-parent.mjs'), ...flags, join(root, 'dist/cli/main.js')]
  const child = spawn(execPath, [...args, 'start', folder, '--create', '--port', '0', '--database', database], {
    cwd: root,
    env: {
      ...env,
      ...SECRETS,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      ...(!responses && { POPULUS_CACHE_RESPONSES: 'false' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = stopLater(() => endChild(child))
  const url = await readyAddress(child)
  await searchIndex(url)
  return { url, pid: child.pid, child, stop }
}

/** The port opens before the search index is there; what builds it would count as the cost of requests. */
async function searchIndex(url) {
  const isBuilding = async () => {
    const response = await fetch(`${url}/api/articles?search=word`)
    await response.text()
    return response.status === 503
  }
  while (await isBuilding()) await setTimeout(200)
}

function readyAddress(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = text => {
      said = (said + text).slice(-10_000)
      const found = READY.exec(said)
      if (found) resolve(found[1])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`Populus did not start:\n${said}`)))
  })
}
