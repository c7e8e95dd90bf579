/** Reads a project's `.env` file with the `dotenv` package, as Strapi v4 does. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'

export type Environment = Readonly<Record<string, string | undefined>>

/** The variables in the folder's `.env`; none if there is no such file. */
export async function readDotenv(folder: string): Promise<Environment> {
  try {
    return parse(await readFile(join(folder, '.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
