/** Says which right is missing when a database refuses a command for lack of one. */
import { PopulusError, StartError } from '../../errors.ts'

export interface NeededRight {
  /** Who is connected. */
  readonly user: string
  /** `TRIGGER on the table articles` */
  readonly right: string
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Throws StartError with the name of the right instead of what the driver throws. */
export async function withRight<T>({ user, right }: NeededRight, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = (error instanceof PopulusError ? error.cause : error) as Error & { code?: unknown }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartError('The database does not allow it', [`${user} needs ${right} (${message})`])
  }
}
