/** Loads the code of a project in a process of its own, to know which files run. */
import type { Environment } from '../../../config/sources/read-dotenv.ts'
import { runApart } from '../../run-apart.ts'
import type { CodePart } from '../adopt-report.ts'

export interface CodeRequest {
  readonly folder: string
  /** As on the command line. */
  readonly database: string | undefined
}

const SECONDS = 60

/** `undefined` if the code ends the process, or does not return. */
export async function tryCode(request: CodeRequest, env: Environment): Promise<CodePart | undefined> {
  const { messages } = await runApart<CodePart>({ program: '#code-process', request, env, seconds: SECONDS })
  return messages.at(-1)
}
