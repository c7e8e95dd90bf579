/** `populus mcp`: passes messages on between an assistant, which started this process, and the `/mcp` of a server. */
import { setTimeout as wait } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { StartError } from '../../../errors.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { populusCommand } from '../../../util/populus-command.ts'
import type { CommandArguments, Terminal } from '../../command.ts'

export async function mcpCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const [folder = '.'] = positionals
  const token = flags.token ?? terminal.env.POPULUS_TOKEN
  if (token === undefined)
    throw new StartError('An assistant needs an API token, in the variable POPULUS_TOKEN', [
      `to create one: ${populusCommand('tokens create assistant', folder)}`,
    ])
  const url = new URL('/mcp', flags.url ?? (await addressIn(folder, terminal)))
  const assistant = new StdioServerTransport()
  const server = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const ended = new Promise<void>(resolve => {
    assistant.onclose = resolve
    process.stdin.once('end', resolve)
  })
  const asked = new Set<Promise<unknown>>()
  assistant.onmessage = message => {
    const sent = pass(message, { server, assistant, url }).finally(() => asked.delete(sent))
    asked.add(sent)
  }
  server.onmessage = message => void assistant.send(message)
  await server.start()
  await assistant.start()
  terminal.note(`Connected to ${url.href}`)
  await ended
  // What was asked before the end is answered.
  await Promise.race([Promise.allSettled(asked), wait(LAST_ANSWERS, undefined, { ref: false })])
  await server.close()
}

/** Milliseconds for the last answers. */
const LAST_ANSWERS = 10_000

interface Ends {
  readonly server: StreamableHTTPClientTransport
  readonly assistant: StdioServerTransport
  readonly url: URL
}

async function pass(message: JSONRPCMessage, { server, assistant, url }: Ends): Promise<void> {
  try {
    await server.send(message)
  } catch (error) {
    // Whoever only tells something expects no answer.
    if ('id' in message && message.id !== undefined) await assistant.send(failure(message.id, url, error))
  }
}

async function addressIn(folder: string, { env, note }: Terminal): Promise<string> {
  const { host, port } = await loadProjectConfig({ folder, flags: {}, env, warn: note })
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
}

/** What the assistant is told if the server cannot be asked. */
function failure(id: string | number, url: URL, error: unknown): JSONRPCMessage {
  const reason = error instanceof Error ? error.message : String(error)
  return { jsonrpc: '2.0', id, error: { code: -32000, message: `${url.href} cannot be asked: ${reason}` } }
}
