/** Starts the ceiling in a process of its own, with the bodies that another server gives for some paths. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { here } from '../paths.mjs'
import { endChild, stopLater } from '../processes.mjs'

export async function startMem({ url, paths }) {
  const child = fork(join(here, 'servers/mem-server.mjs'))
  const stop = stopLater(() => endChild(child))
  const address = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The server that sends bodies from memory did not start')))
    child.send({ url, paths })
  })
  return { url: address, pid: child.pid, stop }
}
