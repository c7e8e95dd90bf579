/** The values that a caller gives to a named query. */
import { PopulusError } from '../../errors.ts'
import type { QueryLimits } from '../../query/limits.ts'
import { checkListLength, parseText } from '../../query/parse-text.ts'
import type { QueryValue } from '../../query/query-value.ts'
import { MOST_NAMED, namedProblems } from '../../util/named-problems.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import type { NamedQuery, ParameterValues } from './named-query.ts'
import { BadParameter, type ParameterValue, readParameter } from './parameter.ts'

interface ParameterProblem {
  readonly path: readonly [string]
  readonly message: string
  readonly name: 'ValidationError'
}

/** `slug=tide&page=2` as the definition types it. Throws one error that names every problem. */
export function readParameters(
  { parameters, defaults }: Pick<NamedQuery, 'parameters' | 'defaults'>,
  search: string,
  limits: QueryLimits,
): ParameterValues {
  if (search === '' && defaults.size === parameters.size) return defaults
  const given = parseText(search, limits, 'kept')
  const problems: ParameterProblem[] = []
  const report = (name: string, message: string) => problems.push({ path: [name], message, name: 'ValidationError' })
  const others = Object.keys(given).filter(name => !parameters.has(name))
  for (const name of others.slice(0, MOST_NAMED)) report(name, unknown(name, parameters))
  for (const name of others.slice(MOST_NAMED)) report(name, 'is not a parameter of this query')
  const values = new Map<string, ParameterValue>(defaults)
  for (const [name, parameter] of parameters) {
    const value: QueryValue | undefined = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) {
      if (parameter.required === true) report(name, 'is required')
      continue
    }
    checkListLength(value, name, limits)
    try {
      values.set(name, readParameter(parameter, value))
    } catch (error) {
      if (!(error instanceof BadParameter)) throw error
      report(name, error.message)
    }
  }
  if (problems.length > 0) throw badParameters(problems)
  return values
}

function badParameters(problems: readonly ParameterProblem[]): PopulusError {
  const details = namedProblems(problems)
  const lines = details.errors.map(({ path: [name], message }) => `${name} ${message}`)
  if (details.more !== undefined) lines.push(`and ${details.more} more`)
  return new PopulusError('badParameters', { problems: lines.join('; ') }, { details })
}

function unknown(name: string, parameters: NamedQuery['parameters']): string {
  const nearest = nearestName(name, parameters.keys())
  if (nearest !== undefined) return `is not a parameter of this query; did you mean ${nearest}?`
  const known = [...parameters.keys()]
  return `is not a parameter of this query${known.length === 0 ? ', which has none' : ` (it has ${known.join(', ')})`}`
}
