/** Runs the `config` files of a Strapi project in a process of its own and returns what they export. */
import type { Environment } from '../../config/sources/read-dotenv.ts'
import { runApart } from '../run-apart.ts'

export interface ConfigRequest {
  readonly folder: string
  /** Paths below the folder. */
  readonly files: readonly string[]
  /** Files where plugins begin, of which only the content types are wanted. */
  readonly plugins?: readonly string[]
}

export type ConfigReply =
  | {
      readonly file: string
      readonly value: unknown
      /** Paths of values that are not plain data. */
      readonly leftOut: readonly string[]
    }
  | { readonly file: string; readonly problem: string }

/** Files that wait for something that never comes must not keep the server from starting. */
const SECONDS = 20

/** Packages that a plugin needs may be large. */
const PLUGIN_SECONDS = 120

/** One reply for each file, in order. A file that ends the process, or does not return, has a problem. */
export async function runConfigFiles(request: ConfigRequest, given: Environment): Promise<readonly ConfigReply[]> {
  return runAll(request, request.files, given, SECONDS)
}

/** The content types of each plugin, by name. */
export async function loadPlugins(
  request: ConfigRequest & Required<Pick<ConfigRequest, 'plugins'>>,
  given: Environment,
): Promise<readonly ConfigReply[]> {
  return runAll(request, request.plugins, given, PLUGIN_SECONDS)
}

async function runAll(
  request: ConfigRequest,
  files: readonly string[],
  given: Environment,
  seconds: number,
): Promise<readonly ConfigReply[]> {
  if (files.length === 0) return []
  const env = { ...given, NODE_ENV: given.NODE_ENV || 'development' }
  const { messages, slow } = await runApart<ConfigReply>({ program: '#config-process', request, env, seconds })
  const replies = new Map(messages.map(reply => [reply.file, reply]))
  const problem = slow ? `it did not return within ${seconds} seconds` : 'it ended the process that ran it'
  return files.map(file => replies.get(file) ?? { file, problem })
}
