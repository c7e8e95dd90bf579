/** `--as`: a role or an API token, by its name. */
import { StartError } from '../errors.ts'
import { type ApiCaller, callerNamed } from '../identity/access/api-callers.ts'
import { noSuchName } from '../util/no-such-name.ts'
import type { OpenProject } from './open-project.ts'

export async function accessNamed({ database, schema }: OpenProject, name: string): Promise<ApiCaller> {
  const found = await callerNamed(database, schema, name)
  if ('access' in found) return found
  throw new StartError(noSuchName('role or token', name, found, found.length).replace('there', 'There'))
}
