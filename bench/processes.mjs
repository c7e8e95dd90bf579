/** What has been started and must be stopped, also after an error, Ctrl+C or a kill of the benchmark itself. */

const open = []

/** Remembers how to stop something; gives the same function, which works once. */
export function stopLater(stop) {
  const entry = async () => {
    const place = open.indexOf(entry)
    if (place === -1) return
    open.splice(place, 1)
    await stop()
  }
  open.push(entry)
  return entry
}

/** Stops everything that still runs, the newest first. */
export async function stopAll() {
  while (open.length > 0) {
    try {
      await open.at(-1)()
    } catch (error) {
      console.error(error)
    }
  }
}

let interrupted = false

/** Whether a signal is ending the benchmark; what fails from then on is no news. */
export const isInterrupted = () => interrupted

export function stopOnSignals() {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => {
      interrupted = true
      stopAll().finally(() => process.exit(code))
    })
  }
}

/** Ends a child process, by force when it takes too long. */
export async function endChild(child, patience = 10_000) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(late)
}
