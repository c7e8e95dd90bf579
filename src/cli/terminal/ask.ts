/** Asks the person at the terminal. Programs get the default. */
import { createInterface } from 'node:readline/promises'

export async function ask(question: string, otherwise: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY !== true) return otherwise
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return (await lines.question(`${question} (${otherwise}): `)).trim() || otherwise
  } finally {
    lines.close()
  }
}
