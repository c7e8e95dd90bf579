/** All routes of a project in the order in which Strapi tries them: the first that matches answers. */
import type { ContentType } from '../../../schema/schema.ts'
import type { Endpoint, MatchedPath } from './endpoint.ts'

export interface RouteTable {
  /** `undefined` if no route has this method and path. */
  find(method: string, path: string): FoundEndpoint | undefined
  /** The methods that a path has. */
  methodsOf(path: string): readonly string[]
}

export interface FoundEndpoint extends MatchedPath {
  readonly endpoint: Endpoint
}

export function createRouteTable(endpoints: readonly Endpoint[]): RouteTable {
  return {
    find: (method, path) => {
      for (const endpoint of endpoints) {
        if (!answers(endpoint, method)) continue
        const matched = endpoint.match(path)
        if (matched !== null) return { endpoint, ...matched }
      }
      return undefined
    },
    methodsOf: path => {
      const found = endpoints.filter(({ match }) => match(path) !== null).map(({ method }) => method)
      const all = found.flatMap(method => (method === 'ALL' ? ALL : method === 'GET' ? ['HEAD', 'GET'] : [method]))
      return [...new Set(all)]
    },
  }
}

const ALL = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function answers(endpoint: Endpoint, method: string): boolean {
  return endpoint.method === 'ALL' || endpoint.method === method || (endpoint.method === 'GET' && method === 'HEAD')
}

/** Whether the server's own route has the same path and does the same. */
export function isOwnRoute({ core, path, method }: Endpoint, types: readonly ContentType[], prefix: string): boolean {
  const type = types.find(({ uid }) => uid === core?.uid)
  if (core === undefined || type === undefined) return false
  const root = `${prefix}/${type.single ? type.singularName : type.pluralName}`
  const usual = type.single || core.action === 'find' || core.action === 'create' ? root : `${root}/:id`
  return path.toLowerCase() === usual.toLowerCase() && method === METHODS[core.action]
}

const METHODS: Readonly<Record<string, string>> = {
  find: 'GET',
  findOne: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
}
