/** Asks the person at the terminal, again after an answer that cannot be used. Programs get the default. */
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { StartError } from '../../errors.ts'

export interface Question {
  readonly text: string
  /** What the answer decides, in a sentence or two above the question. */
  readonly explanation?: string
  readonly otherwise: string
  /** What is wrong with an answer. */
  readonly problem?: (answer: string) => string | undefined
}

export interface Person {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
}

const AT_THE_TERMINAL: Person = { input: process.stdin, output: process.stderr }

export async function ask(question: Question, { input, output }: Person = AT_THE_TERMINAL): Promise<string> {
  const { text, explanation, otherwise, problem = () => undefined } = question
  if (input.isTTY !== true) return otherwise
  const lines = createInterface({ input, output })
  // After the end of the input, a question would never be answered.
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new StartError('Stopped: nothing was written')))
  })
  ended.catch(() => undefined)
  try {
    output.write(explanation === undefined ? '' : `\n${explanation}\n`)
    for (;;) {
      const answer = (await Promise.race([lines.question(`${text} (${otherwise}): `), ended])).trim() || otherwise
      const wrong = problem(answer)
      if (wrong === undefined) return answer
      output.write(`  ${wrong}\n`)
    }
  } finally {
    lines.close()
  }
}

/** One of several words. */
export function choice(words: readonly string[]): (answer: string) => string | undefined {
  return answer => (words.includes(answer) ? undefined : `${answer} is not a choice: write ${words.join(' or ')}`)
}
