/** The JSON of a definition -> a NamedQuery, or everything that is wrong with it. */
import { z } from 'zod'
import type { QueryLimits } from '../../query/limits.ts'
import { queryOf } from '../../query/query-of-json.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { type FoundPlace, findPlaces } from './find-places.ts'
import { type Definition, type EntryTemplate, isPlace, type NamedQuery, type Template } from './named-query.ts'
import { BadParameter, type Parameter, type ParameterValue, parameterSchema, readTyped } from './parameter.ts'

export interface DefinitionProblem {
  readonly path: readonly string[]
  readonly message: string
}

/** Everything that is wrong with a definition. */
export class BadDefinition extends Error {
  readonly problems: readonly DefinitionProblem[]

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '))
    this.problems = problems
  }
}

/** What `/api/queries/<name>` may end in. */
export const QUERY_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/
const PARAMETER_NAME = /^[A-Za-z_]\w{0,99}$/

const object = () => z.record(z.string(), z.unknown(), { error: 'expected an object' })

const definitionSchema = z.strictObject(
  {
    description: z.string({ error: 'expected a string' }).optional(),
    type: z.string({ error: 'expected the name of a content type' }),
    entry: object().optional(),
    query: object().optional(),
    parameters: z
      .record(z.string().regex(PARAMETER_NAME, { error: 'expected a name such as slug' }), parameterSchema)
      .optional(),
  },
  { error: 'expected an object' },
)

/** Throws BadDefinition. Does not plan the query: `check-named-query.ts` does. */
export function readDefinition(name: string, given: unknown, schema: Schema, limits: QueryLimits): NamedQuery {
  const definition = wellFormed(given)
  const problems: DefinitionProblem[] = []
  const report = (path: readonly string[], message: string) => problems.push({ path, message })
  if (!QUERY_NAME.test(name)) report([], 'the name of a query may contain only letters, digits, - and _')
  const type = typeNamed(definition.type, schema)
  if (type === undefined) report(['type'], noSuchType(definition.type, schema))
  const places = findPlaces(definition.query ?? {})
  for (const { path, message } of places.problems) report(['query', ...path], message)
  const entry = type === undefined ? undefined : entryOf(definition, type, report)
  const parameters = new Map(Object.entries(definition.parameters ?? {}))
  const entryPlace = entry !== undefined && isPlace(entry.value) ? [entry.value.$param] : []
  checkUses(parameters, places.found, entryPlace, report)
  const defaults = defaultsOf(parameters, report)
  if (problems.length > 0) throw new BadDefinition(problems)
  const query = templateOf(definition.query ?? {}, limits)
  return Object.freeze({
    name,
    type: type!,
    description: definition.description,
    entry,
    query,
    parameters,
    defaults,
    definition,
  })
}

type Report = (path: readonly string[], message: string) => void

function wellFormed(given: unknown): Definition {
  const result = definitionSchema.safeParse(given)
  if (result.success) return result.data
  throw new BadDefinition(
    result.error.issues.flatMap(issue => {
      const path = issue.path.map(String)
      if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }]
      if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
      const known = Object.keys(definitionSchema.shape)
      return issue.keys.map(key => {
        const nearest = path.length === 0 ? nearestName(key, known) : undefined
        return {
          path: [...path, key],
          message: nearest === undefined ? 'not expected here' : `did you mean ${nearest}?`,
        }
      })
    }),
  )
}

/** By the singular name, or by the uid. */
function typeNamed(name: string, { types }: Schema): ContentType | undefined {
  return [...types.values()].find(
    ({ uid, singularName, userDefined }) => userDefined && (uid === name || singularName === name),
  )
}

function noSuchType(name: string, { types }: Schema): string {
  const known = [...types.values()].filter(({ userDefined }) => userDefined).map(({ singularName }) => singularName)
  return noSuchName('content type', name, known, 20)
}

function entryOf({ entry }: Definition, { single }: ContentType, report: Report): EntryTemplate | undefined {
  if (entry === undefined) return undefined
  if (single) report(['entry'], 'not expected, because a single type has one entry only')
  const [[field, value] = [''], ...others] = Object.entries(entry)
  if (field === '' || others.length > 0) report(['entry'], 'expected id or one unique field, with its value')
  if (isPlace(value)) {
    if (Object.keys(value).length === 1 && typeof value.$param === 'string') return { field, value }
    report(['entry', field], 'expected only { "$param": "<name>" }')
  } else if (typeof value !== 'string' && typeof value !== 'number')
    report(['entry', field], 'expected a value or { "$param": "<name>" }')
  return { field, value: String(value) }
}

/** Every place has a parameter, and every parameter has a place. */
function checkUses(
  parameters: ReadonlyMap<string, Parameter>,
  found: readonly FoundPlace[],
  entry: readonly string[],
  report: Report,
): void {
  const unknown = (name: string) => noSuchName('parameter', name, [...parameters.keys()], 20)
  for (const { parameter, path } of found)
    if (!parameters.has(parameter)) report(['query', ...path], unknown(parameter))
  for (const name of entry) {
    const parameter = parameters.get(name)
    if (parameter === undefined) report(['entry'], unknown(name))
    else if (parameter.type === 'list') report(['entry'], `${name} is a list`)
    else if (parameter.required !== true && parameter.default === undefined)
      report(['parameters', name], 'must be required or have a default, because it selects the entry')
  }
  const used = new Set([...found.map(({ parameter }) => parameter), ...entry])
  for (const name of parameters.keys())
    if (!used.has(name)) report(['parameters', name], 'is used nowhere in the query')
}

function defaultsOf(parameters: ReadonlyMap<string, Parameter>, report: Report): ReadonlyMap<string, ParameterValue> {
  const defaults = new Map<string, ParameterValue>()
  for (const [name, parameter] of parameters) {
    if (parameter.default !== undefined && parameter.required === true)
      report(['parameters', name, 'default'], 'a required parameter has no default')
    for (const key of ['default', 'example'] as const) {
      if (parameter[key] === undefined) continue
      try {
        const value = readTyped(parameter, parameter[key])
        if (key === 'default') defaults.set(name, value)
      } catch (error) {
        if (!(error instanceof BadParameter)) throw error
        report(['parameters', name, key], error.message)
      }
    }
  }
  return defaults
}

/** Numbers and booleans become text, as in a query that is sent as JSON. Places survive that: they hold only text. */
function templateOf(query: object, limits: QueryLimits): Template {
  return queryOf(query, limits) as Template
}
