/** `populus mcp`: passes messages on between an assistant, which started this process, and the `/mcp` of a server. */
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
  assistant.onmessage = message => {
    server.send(message).catch((error: unknown) => assistant.send(failure(message, url, error)))
  }
  server.onmessage = message => void assistant.send(message)
  await server.start()
  await assistant.start()
  terminal.note(`Connected to ${url.href}`)
  await ended
  await server.close()
}

async function addressIn(folder: string, { env, note }: Terminal): Promise<string> {
  const { host, port } = await loadProjectConfig({ folder, flags: {}, env, warn: note })
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
}

/** What the assistant is told if the server cannot be asked. */
function failure(message: JSONRPCMessage, url: URL, error: unknown): JSONRPCMessage {
  const reason = error instanceof Error ? error.message : String(error)
  const id = 'id' in message && message.id !== undefined ? message.id : 0
  return { jsonrpc: '2.0', id, error: { code: -32000, message: `${url.href} cannot be asked: ${reason}` } }
}
