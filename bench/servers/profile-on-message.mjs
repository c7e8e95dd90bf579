/** Preloaded into a server: profiles it from one message of its parent to the next, and sends the profile back. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 250 })

process.on('message', async message => {
  if (message === 'begin') await session.post('Profiler.start')
  if (message === 'end') process.send((await session.post('Profiler.stop')).profile)
})
process.channel?.unref()
