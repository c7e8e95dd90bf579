/** The callers of the content API as whom a request can be explained. */
import type { Caller, CallerReference } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import { type ApiCaller, loadApiCallers } from '../../identity/access/api-callers.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

/** Other callers may read more than the person, so only super administrators see what they get. */
export async function listCallers(
  { database, schema }: ManagementContext,
  { superAdmin }: AdminRights,
): Promise<readonly Caller[]> {
  const callers = await loadApiCallers(database, schema)
  return callers
    .filter(({ kind }) => superAdmin || kind === 'public')
    .map(({ kind, id, name }) => (kind === 'public' ? { kind, name } : { kind, id, name }))
}

export async function findCaller(
  { database, schema }: ManagementContext,
  { superAdmin }: AdminRights,
  { kind, id }: CallerReference,
): Promise<ApiCaller> {
  if (kind !== 'public' && !superAdmin) throw new PopulusError('forbidden')
  const callers = await loadApiCallers(database, schema)
  const found = callers.find(caller => (kind === 'public' ? caller.kind === kind : isMeant(caller, kind, id)))
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

/** The public is a role too. */
function isMeant(caller: ApiCaller, kind: CallerReference['kind'], id: number | undefined): boolean {
  return caller.id === id && (kind === 'token') === (caller.kind === 'token')
}
