/** Names the missing right when a database refuses a command for lack of one. */
import { PopulusError, StartError } from '../../errors.ts'

export interface NeededRight {
  /** The connected user. */
  readonly user: string
  /** `TRIGGER on the table articles` */
  readonly right: string
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Throws a StartError that names the right, instead of the driver's error. */
export async function withRight<T>({ user, right }: NeededRight, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = (error instanceof PopulusError ? error.cause : error) as Error & { code?: unknown }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartError('The database refused a command', [`${user} needs ${right} (${message})`])
  }
}
