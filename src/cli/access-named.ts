/** `--as`: a role or an API token, by its name. */
import { StartError } from '../errors.ts'
import { type ApiCaller, callerNamed, loadApiCallers } from '../identity/access/api-callers.ts'
import { noSuchName } from '../util/no-such-name.ts'
import type { OpenProject } from './open-project.ts'

export async function accessNamed({ database, schema }: OpenProject, name: string): Promise<ApiCaller> {
  const callers = await loadApiCallers(database, schema)
  const found = callerNamed(callers, name)
  if (found !== undefined) return found
  const known = callers.map(caller => caller.role?.type ?? caller.name)
  throw new StartError(noSuchName('role or token', name, known, known.length).replace('there', 'There'))
}
