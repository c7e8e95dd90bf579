/** One message of an assistant, answered with the official implementation of the protocol. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyRequest } from 'fastify'
import { TOOLS, type Tool, type ToolContext } from './mcp-tools.ts'

export interface AnswerOptions {
  readonly write: boolean
  readonly version: string
}

const INSTRUCTIONS =
  'The content of a Populus server. Call the tool schema first; it says which content types and fields there are, and what you may do. Errors say what would be right.'

export async function answerMessage(
  request: FastifyRequest,
  context: ToolContext,
  options: AnswerOptions,
): Promise<Response> {
  const server = new McpServer({ name: 'populus', version: options.version }, { instructions: INSTRUCTIONS })
  for (const tool of TOOLS) if (options.write || !tool.writes) offer(server, tool, context)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(asWebRequest(request), { parsedBody: request.body })
  } finally {
    await server.close()
  }
}

function offer(server: McpServer, { name, title, description, writes, input, run }: Tool, context: ToolContext): void {
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: unknown) => {
    const { status, text } = await run(given as never, context)
    return { content: [{ type: 'text' as const, text }], isError: status >= 400 }
  })
}

/** The body has been read already. */
function asWebRequest({ method, headers, url }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return new Request(new URL(url, 'http://localhost'), { method, headers: pairs })
}
