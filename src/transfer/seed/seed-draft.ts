/** Collects rows, links and problems while the content is planned. `finish` returns the plan, or throws all problems at once. */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { suggestion } from './read-content.ts'
import type { SeedLink, SeedPlan, SeedRow } from './seed-plan.ts'

export class SeedDraft {
  readonly schema: Schema
  /** The locale of entries without one. */
  readonly locale: string
  readonly #rows: SeedRow[] = []
  readonly #links: SeedLink[] = []
  readonly #problems: string[] = []
  readonly #keyed = new Map<string, SeedRow>()

  constructor(schema: Schema, locale: string) {
    this.schema = schema
    this.locale = locale
  }

  addRow(row: SeedRow): void {
    this.#rows.push(row)
  }

  addLink(link: SeedLink): void {
    this.#links.push(link)
  }

  addProblem(place: string, problem: string): void {
    this.#problems.push(`${place}: ${problem}`)
  }

  /** Makes a row available as `@<type>/<key>`. */
  addKey(row: SeedRow, key: string, place: string): void {
    const reference = `@${row.model.singularName}/${key}`
    if (this.#keyed.has(reference)) this.addProblem(place, `the key "${key}" is used twice`)
    this.#keyed.set(reference, row)
  }

  /** The row that `@author/mara` refers to. A reference to nothing, or to another type, is a problem. */
  resolve(reference: unknown, target: string, place: string): SeedRow | undefined {
    const row = typeof reference === 'string' ? this.#keyed.get(reference) : undefined
    if (row === undefined) {
      const hint = typeof reference === 'string' ? suggestion(reference, this.#keyed.keys()) : ''
      this.addProblem(place, `nothing has the key ${JSON.stringify(reference)}${hint}`)
      return undefined
    }
    if (row.model.uid === target) return row
    this.addProblem(place, `${reference} has the type ${row.model.uid}, not ${target}`)
    return undefined
  }

  finish(): SeedPlan {
    if (this.#problems.length > 0)
      throw new StartError('The content files of the project have mistakes:', this.#problems)
    return Object.freeze({ rows: Object.freeze([...this.#rows]), links: Object.freeze([...this.#links]) })
  }
}
