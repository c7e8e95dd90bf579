/** Collects what is wrong with the schema files, one line for each finding. */
import { StartError } from '../../errors.ts'
import { nearestName } from '../../util/text/nearest-name.ts'

/** A file, and where in it: `['attributes', 'author', 'target']`; an empty path means the whole file. */
export interface Place {
  readonly file: string
  readonly path: readonly (string | number)[]
}

export interface Finding {
  readonly place: Place
  readonly text: string
}

/** Schema files that cannot be used. */
export class SchemaError extends StartError {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[], advice: readonly string[] = []) {
    const count = findings.length === 1 ? 'a problem' : `${findings.length} problems`
    super(`The schema files have ${count}:`, [...findings.map(({ place, text }) => line(place, text)), ...advice])
    this.findings = findings
  }
}

export class SchemaReport {
  /** What prevents a start. */
  readonly findings: Finding[] = []
  readonly warnings: string[] = []
  /** What may be the cause of all of it: stands after the problems, or after the warnings. */
  readonly advice: string[] = []
  readonly #adopted: boolean

  /** `adopted`: the files belong to a Strapi project, which has run with them and whose plugins may add keys. */
  constructor({ adopted = false }: { readonly adopted?: boolean | undefined } = {}) {
    this.#adopted = adopted
  }

  /** Prevents the server from starting. */
  problem(place: Place, text: string): void {
    this.findings.push({ place, text })
  }

  /** A mistake that Strapi does not mind: it prevents a start only in a project of our own. */
  mistake(place: Place, text: string): void {
    if (this.#adopted) this.warning(place, text)
    else this.problem(place, text)
  }

  /** Odd, but Strapi starts with it, too. */
  warning(place: Place, text: string): void {
    this.warnings.push(line(place, text))
  }
}

/** Quotes a name for a message and escapes characters that a terminal would interpret. */
export function quoted(name: string): string {
  return JSON.stringify(name).replace(UNPRINTABLE, escaped)
}

/** ` Did you mean "title"?`, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`
}

/** Like `suggestion`, but lists all known names if none is close. For short lists. */
export function suggestionOrAll(name: string, known: readonly string[]): string {
  return suggestion(name, known) || ` Use one of these: ${known.join(', ')}.`
}

/** `attributes.author.target`, with brackets around parts that are not plain names. */
function jsonPath(path: Place['path']): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (!/^[\w-]+$/.test(step)) return `[${quoted(step)}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function line({ file, path }: Place, text: string): string {
  const where = file.replace(UNPRINTABLE, escaped)
  return path.length === 0 ? `${where}: ${text}` : `${where}, ${jsonPath(path)}: ${text}`
}
