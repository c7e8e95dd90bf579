/** Waits for a program that is about to listen on a port of this machine. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export async function untilOpen(port: number, name: string): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`${name} did not start`)
}
