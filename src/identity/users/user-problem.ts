/** Problems with a body, in the words of Strapi's validator (yup). */
import { PopulusError } from '../../errors.ts'
import { printValue } from '../../schema/rules/print-value.ts'
import { namedProblems, problemsText } from '../../util/named-problems.ts'

export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

/** The message of a single problem, or their number if there are several. The details give the path of each. */
export function invalid(problems: readonly Problem[]): PopulusError {
  const { errors, ...more } = namedProblems(problems)
  const details = { errors: errors.map(problem => ({ ...problem, name: 'ValidationError' })), ...more }
  return new PopulusError('invalidValues', { message: problemsText(problems) }, { details })
}

/** Throws them, if there are any. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

/** `name must be a `string` type, but the final value was: `5`.` */
export function wrongType(path: readonly string[], type: string, given: unknown): Problem {
  const place = path.length === 0 ? 'this' : placeOf(path)
  return { path, message: `${place} must be a \`${type}\` type, but the final value was: \`${printValue(given)}\`.` }
}

export function missing(path: readonly string[]): Problem {
  return { path, message: `${placeOf(path)} is a required field` }
}

/** `role.connect[0].id` */
function placeOf(path: readonly string[]): string {
  return path.reduce((place, part) => (/^\d+$/.test(part) ? `${place}[${part}]` : `${place}.${part}`))
}
