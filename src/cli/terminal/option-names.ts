/** Problems of a body in the words of a command, whose options have other names than the members of the body. */
import { PopulusError, StartError } from '../../errors.ts'

/** - `publishAt: expected a time to come` is `--publish: expected a time to come` */
export async function withOptionNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PopulusError) || error.key !== 'badInput') throw error
    const renamed = error.message.replace(/\w+/g, word => (Object.hasOwn(names, word) ? names[word]! : word))
    throw new StartError(renamed)
  }
}
