/** Runs the `config` files of a Strapi project in a process of its own and returns what they export. */
import type { Environment } from '../../config/sources/read-dotenv.ts'
import { runApart } from '../run-apart.ts'

export interface ConfigRequest {
  readonly folder: string
  /** Paths below the folder. */
  readonly files: readonly string[]
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

/** One reply for each file, in order. A file that ends the process, or does not return, has a problem. */
export async function runConfigFiles(request: ConfigRequest, given: Environment): Promise<readonly ConfigReply[]> {
  if (request.files.length === 0) return []
  const env = { ...given, NODE_ENV: given.NODE_ENV || 'development' }
  const { messages, slow } = await runApart<ConfigReply>({ program: '#config-process', request, env, seconds: SECONDS })
  const replies = new Map(messages.map(reply => [reply.file, reply]))
  const problem = slow ? `it did not return within ${SECONDS} seconds` : 'it ended the process that ran it'
  return request.files.map(file => replies.get(file) ?? { file, problem })
}
