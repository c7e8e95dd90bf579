/** Loads the code of a project in a process of its own, to know which files run. */
import type { Environment } from '../../../config/sources/read-dotenv.ts'
import type { CustomRoute } from '../../run/requests/collect-endpoints.ts'
import { runApart } from '../../run-apart.ts'
import type { CodePart } from '../adopt-report.ts'

export interface CodeRequest {
  readonly folder: string
  /** As on the command line. */
  readonly database: string | undefined
}

/** Packages that a project needs may take minutes to load; code that waits for what never comes must not wait for ever. */
const SECONDS = 15 * 60

export interface TriedCode {
  readonly part: CodePart
  /** What the code answers itself, below the prefix of the API. */
  readonly routes: readonly CustomRoute[]
}

/** Or why it cannot be told. */
export async function tryCode(
  request: CodeRequest,
  env: Environment,
): Promise<TriedCode | { readonly problem: string }> {
  const { messages, slow } = await runApart<TriedCode>({ program: '#code-process', request, env, seconds: SECONDS })
  const problem = slow
    ? `the code of the project was not loaded within ${SECONDS / 60} minutes`
    : 'the code of the project ended the process that loaded it'
  return messages.at(-1) ?? { problem }
}
