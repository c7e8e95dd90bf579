/** The `role` in the body of a user: an id, or `{"connect":[{"id":1}],"disconnect":[]}`. */
import { isObject } from '../../schema/json-value.ts'
import { missing, type Problem, wrongType } from '../users/user-problem.ts'

const PLACE = ['role']

/** Problems of the role of a new user, who must have one. */
export function newRoleProblems(role: unknown): readonly Problem[] {
  if (role === undefined) return [missing(PLACE)]
  if (typeof role !== 'object') return idProblems(role, PLACE)
  if (!isObject(role)) return [wrongType(PLACE, 'object', role)]
  const problems = connectProblems(role.connect)
  const empty = Array.isArray(role.connect) && role.connect.length === 0
  return empty ? [{ path: [...PLACE, 'connect'], message: 'Users must have a role' }] : problems
}

/** Problems of the role of a user who has one. */
export function changedRoleProblems(role: unknown): readonly Problem[] {
  if (role === undefined) return []
  if (typeof role !== 'object') return idProblems(role, PLACE)
  if (!isObject(role)) return [wrongType(PLACE, 'object', role)]
  const { connect, disconnect } = role
  const path = [...PLACE, 'disconnect']
  if (disconnect === undefined) return [...connectProblems(connect), missing(path)]
  if (!Array.isArray(disconnect)) return [...connectProblems(connect), wrongType(path, 'array', disconnect)]
  const left = !Array.isArray(connect) || connect.length > 0 || disconnect.length === 0
  return [...connectProblems(connect), ...(left ? [] : [{ path, message: 'Cannot remove role' }])]
}

function connectProblems(connect: unknown): readonly Problem[] {
  const path = [...PLACE, 'connect']
  if (connect === undefined) return [missing(path)]
  if (!Array.isArray(connect)) return [wrongType(path, 'array', connect)]
  return connect.flatMap((member: unknown, index) => {
    const place = [...path, String(index)]
    if (!isObject(member)) return [wrongType(place, 'object', member)]
    return member.id === undefined ? [missing([...place, 'id'])] : idProblems(member.id, [...place, 'id'])
  })
}

function idProblems(given: unknown, path: readonly string[]): readonly Problem[] {
  const isId = typeof given === 'string' || (Number.isInteger(given) && Number(given) >= 0)
  return isId ? [] : [wrongType(path, 'strapiID', given)]
}

/** The id of the role as a string; `undefined` if the role does not change. */
export function referredRole(role: unknown): string | undefined {
  if (!isObject(role)) return role === undefined ? undefined : String(role)
  const last: unknown = Array.isArray(role.connect) ? role.connect.at(-1) : undefined
  return isObject(last) ? String(last.id) : undefined
}
