/** Opens a server's port, and words the message for the person at the terminal when that fails. */
import type { FastifyInstance } from 'fastify'
import { StartError } from '../errors.ts'
import { portOwner } from '../util/process/port-owner.ts'

export interface Place {
  readonly host: string
  /** 0 uses a free port. */
  readonly port: number
}

/** Returns the address with the actual port. Throws StartError for anything that the person can fix. */
export async function listen(server: FastifyInstance, { host, port }: Place): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    throw listenError(error, port)
  }
}

const CANNOT_LISTEN = 'The server cannot listen'

/** The error in words for the person at the terminal, if it is one that they can fix. */
export function listenError(error: unknown, port: number): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartError(CANNOT_LISTEN, [inUse(port)])
  const reason = REASONS.get(code ?? '')
  return reason === undefined ? error : new StartError(CANNOT_LISTEN, [`${reason} (${message})`])
}

function inUse(port: number): string {
  const owner = portOwner(port) ?? 'another program'
  return `${owner} uses port ${port}; choose another one with --port (0 picks a free one)`
}

const REASONS = new Map([
  ['EACCES', 'this port needs more privileges; choose one above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address; choose another one with --host'],
  ['ENOTFOUND', 'that host name is not known; choose another one with --host'],
])
