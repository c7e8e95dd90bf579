/** `?explain`: how an answer comes about, instead of the answer. For everybody else it is an unknown parameter. */
import type { FastifyRequest } from 'fastify'
import type { Explanation } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import { type ApiCaller, callerNamed } from '../../identity/access/api-callers.ts'
import type { Authenticator } from '../../identity/access/authenticate.ts'
import { askingAdministrator } from '../../identity/administrators/asking-administrator.ts'
import { explainUrl } from '../../management/explain/explain-request.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { loadAdminRights } from '../../management/rights/admin-rights.ts'
import type { Access } from '../../plan/access.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { explanationOf } from '../explanation.ts'

const PARAMETER = /([?&])explain(?:=([^&]*))?(?:&|$)/

/** `undefined` if the caller may not ask. Rejects like any other request if the credentials are unknown. */
export type ExplainRead = (request: FastifyRequest) => Promise<Explanation | undefined>

export function asksToExplain(url: string): boolean {
  return url.includes('explain') && PARAMETER.test(url)
}

export function explainReads(management: ManagementContext, authenticate: Authenticator): ExplainRead {
  return async ({ headers: { authorization }, raw: { url = '' } }) => {
    const asking = await askerOf(management, authenticate, authorization)
    if (asking === undefined) return undefined
    const as = decode(PARAMETER.exec(url)?.[2] ?? '')
    const caller = await callerOf(management, as === '' && asking === 'administrator' ? 'public' : as, asking)
    const plain = url.replace(PARAMETER, '$1').replace(/[?&]$/, '')
    return explanationOf(await explainUrl(management, plain, caller))
  }
}

/** A token with full access, or a super administrator with the token of their session. */
async function askerOf(
  management: ManagementContext,
  authenticate: Authenticator,
  authorization: string | undefined,
): Promise<Access | 'administrator' | undefined> {
  try {
    const access = await authenticate(authorization)
    return access.everything ? access : undefined
  } catch (error) {
    const administrator = await askingAdministrator(management.admin, authorization)
    if (administrator === undefined) throw error
    const { superAdmin } = await loadAdminRights(management, administrator)
    return superAdmin ? 'administrator' : undefined
  }
}

/** Without a name, whoever is asking. */
async function callerOf(
  { database, schema }: ManagementContext,
  name: string,
  asking: Access | 'administrator',
): Promise<ApiCaller> {
  if (name === '' && asking !== 'administrator')
    return { kind: 'token', id: 0, name: 'This token', access: asking, role: null }
  const found = await callerNamed(database, schema, name)
  if ('access' in found) return found
  throw new PopulusError('badValue', {
    parameter: 'explain',
    problem: noSuchName('role or token', name, found, found.length),
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
