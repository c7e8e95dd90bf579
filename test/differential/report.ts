/** What was asked and how it came out, for people. */
import type { Answer } from '../conformance/cases.ts'
import type { Verdict } from './judge.ts'
import { type DifferentialRequest, pathOfRequest } from './requests.ts'

export class Report {
  readonly #title: string
  readonly #rulings = new Map<string, number>()
  readonly #unexplained: string[] = []
  #asked = 0
  #equal = 0
  #explained = 0
  readonly #started = Date.now()

  constructor({ seed, client }: { readonly seed: number; readonly client: string }) {
    this.#title = `seed ${seed} on ${client}`
  }

  get unexplained(): readonly string[] {
    return this.#unexplained
  }

  add(request: DifferentialRequest, verdict: Verdict): void {
    this.#asked++
    if (verdict.kind === 'equal') this.#equal++
    else if (verdict.kind === 'explained') {
      this.#explained++
      for (const ruling of verdict.rulings) this.#rulings.set(ruling, (this.#rulings.get(ruling) ?? 0) + 1)
    } else {
      const lines = describe(request, verdict)
      this.#unexplained.push(lines)
      process.stdout.write(`\nUnexplained difference ${this.#unexplained.length}\n${lines}\n`)
    }
    if (this.#asked % 250 === 0) process.stdout.write(`${this.#asked} asked ...\n`)
  }

  print(): void {
    const seconds = Math.round((Date.now() - this.#started) / 1000)
    const rulings = [...this.#rulings].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    const lines = [
      '',
      `Differential test, ${this.#title}, ${seconds} s`,
      `  asked        ${this.#asked}`,
      `  equal        ${this.#equal}`,
      `  explained    ${this.#explained}, by ruling (one answer may need several):`,
      ...rulings.map(([ruling, count]) => `    ${String(count).padStart(6)}  ${ruling}`),
      `  unexplained  ${this.#unexplained.length}`,
      '',
    ]
    process.stdout.write(lines.join('\n'))
  }
}

function describe(request: DifferentialRequest, verdict: Extract<Verdict, { kind: 'unexplained' }>): string {
  const [ours, real] = [textOf(verdict.ours), textOf(verdict.real)]
  let at = 0
  while (at < ours.length && ours[at] === real[at]) at++
  const from = Math.max(0, at - 80)
  return [
    `  caller  ${request.caller}`,
    `  path    ${pathOfRequest(request)}`,
    `  where   ${verdict.problem}`,
    `  ours    ${ours.slice(from, at + 160)}`,
    `  Strapi  ${real.slice(from, at + 160)}`,
  ].join('\n')
}

function textOf({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`
}
