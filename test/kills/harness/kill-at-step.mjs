// Loaded into the command line before everything else: kills it at a step, or writes down how many steps it took. A step is a statement,
// something that is sent, or a file that appears, changes its name or disappears.
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { KILL_AT_STEP, STEPS_FILE } = process.env
const last = Number(KILL_AT_STEP ?? 'Infinity')
let steps = 0

function step() {
  steps += 1
  if (steps >= last) process.kill(process.pid, 'SIGKILL')
}

/** A step before it and one after it: what is done and not yet answered for is a state of its own. */
function counted(holder, names) {
  for (const name of names) {
    const real = holder[name]
    if (typeof real !== 'function') continue
    holder[name] = function (...input) {
      step()
      const result = real.apply(this, input)
      if (!(result instanceof Promise)) {
        step()
        return result
      }
      return result.then(value => {
        step()
        return value
      })
    }
  }
}

if (/[\\/]main\.js$/.test(process.argv[1] ?? '')) {
  const changes = ['rename', 'rm', 'unlink', 'mkdir', 'writeFile', 'copyFile', 'link', 'rmdir']
  counted(fs.promises, changes)
  counted(
    fs,
    changes.map(name => `${name}Sync`),
  )
  counted(fs, ['createWriteStream'])
  syncBuiltinESMExports()
  counted(net.Socket.prototype, ['write'])
  const Sqlite = createRequire(import.meta.url)('better-sqlite3')
  counted(Sqlite.prototype, ['exec'])
  const file = new Sqlite(':memory:')
  counted(Object.getPrototypeOf(file.prepare('select 1')), ['run', 'all'])
  file.close()
  if (STEPS_FILE !== undefined) process.on('exit', () => fs.appendFileSync(STEPS_FILE, String(steps)))
}
