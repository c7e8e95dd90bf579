/** Adds to a Strapi v4 project what Populus needs to know. Existing files stay as they are. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from './project-files.ts'

export interface AdoptWish {
  /** Another database than the one in the project's settings. */
  readonly database?: string | undefined
  /** Another dialect than Strapi's own. */
  readonly dialect?: string | undefined
}

export interface Adopted {
  /** Files that were created. */
  readonly written: readonly string[]
  /** What is left for the person to do, because a file exists already. */
  readonly left: readonly string[]
}

const SETTINGS = 'populus.config.json'

export async function adoptStrapi(folder: string, { database, dialect }: AdoptWish): Promise<Adopted> {
  const files: Wanted[] = []
  if (dialect !== undefined && dialect !== 'strapi4')
    files.push({
      name: SETTINGS,
      text: json({ api: { dialect } }),
      advice: `"api": { "dialect": "${dialect}" }`,
      mode: 0o644,
    })
  if (database !== undefined) {
    const line = database.startsWith('sqlite:')
      ? `DATABASE_CLIENT=sqlite\nDATABASE_FILENAME=${database.slice('sqlite:'.length)}`
      : `DATABASE_URL=${database}`
    files.push({ name: '.env', text: `${line}\n`, advice: line.replaceAll('\n', ' and '), mode: 0o600 })
  }
  const written: string[] = []
  const left: string[] = []
  for (const { name, text, advice, mode } of files) {
    if (existsSync(join(folder, name))) left.push(`${name} exists and stays as it is; add to it: ${advice}`)
    else {
      await writeFile(join(folder, name), text, { flag: 'wx', mode })
      written.push(name)
    }
  }
  return { written, left }
}

interface Wanted {
  readonly name: string
  readonly text: string
  /** The same for somebody who adds it by hand. */
  readonly advice: string
  readonly mode: number
}
