/** Questions about the routes of a project's own code, with values from its entries in the place of parameters. */
import type { ContentType, Schema } from '../../../schema/schema.ts'
import type { CustomRoute } from '../../run/requests/collect-endpoints.ts'
import type { Question } from './question.ts'
import type { SampleEntry } from './schema-questions.ts'

export interface RoutesInput {
  readonly routes: readonly CustomRoute[]
  /** Others are not asked: they may write. */
  readonly methods: ReadonlySet<string>
  readonly schema: Schema
  /** Entries of types that may be read, by uid. */
  readonly samples: ReadonlyMap<string, readonly SampleEntry[]>
}

const NOBODY: SampleEntry = { id: 1, attributes: {} }

export function routeQuestions({ routes, methods, schema, samples }: RoutesInput): readonly Question[] {
  const asked = routes.flatMap(({ method, path, file }) => {
    const verb = method === 'ALL' ? 'GET' : method
    // A pattern has no address of its own.
    if (!methods.has(verb) || /[(*]/.test(path)) return []
    const type = typeOf(path, file, schema)
    const entries = /:\w/.test(path) ? (samples.get(type?.uid ?? '') ?? []) : []
    return (entries.length === 0 ? [NOBODY] : entries.slice(0, 2)).map((entry): Question => {
      return { method: verb, path: filled(path, entry), from: 'code' }
    })
  })
  return [...new Map(asked.map(question => [`${question.method} ${question.path}`, question])).values()]
}

/** The type that the address names, or else one of the API that has the route. */
function typeOf(path: string, file: string, { types }: Schema): ContentType | undefined {
  const parts = path.split('/')
  const api = /^src\/api\/([^/]+)\//.exec(file)?.[1]
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return (
    own.find(({ pluralName, singularName }) => parts.includes(pluralName) || parts.includes(singularName)) ??
    own.find(({ uid }) => uid.startsWith(`api::${api}.`))
  )
}

/** `:id` is the id, `:slug` the slug, and a name that the entry does not have its id as well. */
function filled(path: string, { id, attributes }: SampleEntry): string {
  return path.replace(/:(\w+)\??/g, (_, name: string) => {
    const value = attributes[name]
    return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? value : id)
  })
}
