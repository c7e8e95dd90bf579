/** The command and the request that would grant a caller what is missing. */
import type { Remedy } from '../../admin-api/explain-api.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import { uidOfAction } from '../../identity/access/content-actions.ts'

/**
 * `field`: one more field of a type whose grant lists them; `null`: the type as a whole. `more` are further actions. Tokens
 * have no such request.
 */
export function grantRemedy(
  { role, access }: ApiCaller,
  uid: string,
  field: string | null,
  more: readonly string[] = [],
): Remedy | null {
  if (role === null) return null
  const listed = access.fields.get(uid)
  const fields = listed === undefined ? null : [...listed, ...(field === null ? [] : [field])]
  const actions = [...access.actions]
    .filter(action => uidOfAction(action) === uid)
    .map(action => action.slice(uid.length + 1))
  const wanted = [...new Set([...actions, 'find', ...(field === null ? ['findOne'] : []), ...more])]
  const listedFields = fields === null ? '' : ` --fields ${fields.join(',')}`
  const options = `${listedFields}${more.length === 0 ? '' : ` --actions ${['find', ...more].join(',')}`}`
  const lists = {
    fields,
    filterFields: listOf(access.filterFields?.get(uid)),
    sortFields: listOf(access.sortFields?.get(uid)),
    writeFields: listOf(access.writeFields?.get(uid)),
  }
  return {
    kind: 'grant',
    command: `populus grant ${role.type} ${uid}${options}`,
    request: { route: `PATCH /roles/${role.id}/grants`, body: { grants: { [uid]: { actions: wanted, ...lists } } } },
  }
}

function listOf(fields: ReadonlySet<string> | undefined): readonly string[] | null {
  return fields === undefined ? null : [...fields]
}
