// Runs the steps of a script with the terminal attached.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Other tools need the older compiler, whose program has the same name; this one takes a third of its time. */
const COMPILER = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')

function pathOf(command) {
  if (command === 'node') return process.execPath
  return command === 'tsc' ? COMPILER : join(root, 'node_modules', '.bin', command)
}

/** `run('tsc', ['-p', 'tsconfig.json'])` runs a binary of node_modules, or `node` itself, and ends the process when that fails. */
export function run(command, args = []) {
  const { status } = spawnSync(pathOf(command), args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs steps that do not depend on each other, one per processor core. Prints what a failing one has said, and ends the process. */
export async function runTogether(steps) {
  const waiting = [...steps]
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runQuietly(...step)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

async function runQuietly(command, args = []) {
  const child = spawn(pathOf(command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return
  process.stderr.write(Buffer.concat(said))
  console.error(`${[command, ...args].join(' ')} failed`)
  process.exit(code ?? 1)
}

/** Ctrl-C reaches this process twice, from the terminal and from npm. */
const SAME_SIGNAL_MILLISECONDS = 500
/** How often this process looks whether npm still runs. */
const LOOK_MILLISECONDS = 250

/** The last step, which runs until somebody stops it: it gets the signals that this process gets, and decides how it ends. */
export function runUntilStopped(command, args = []) {
  // A group of its own: the terminal would send it Ctrl-C as well, and a second signal ends a server at once.
  const child = spawn(pathOf(command), args, { cwd: root, stdio: 'inherit', detached: true })
  let last = 0
  const passOn = signal => {
    if (Date.now() - last < SAME_SIGNAL_MILLISECONDS) return
    last = Date.now()
    child.kill(signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, passOn)
  if (process.env.npm_lifecycle_event !== undefined) onLostParent(() => passOn('SIGTERM'))
  child.on('error', error => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** npm runs a script through a shell that may not pass signals on: then all that is seen of them is that the shell has gone. */
function onLostParent(lost) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    lost()
  }, LOOK_MILLISECONDS)
}
