/** Adds to a Strapi v4 project what Populus needs to know. Existing files stay as they are. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { json } from '../../project/project-files.ts'
import { PROJECT_PARTS, partPath } from '../../util/project-parts.ts'

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

const SETTINGS = PROJECT_PARTS.jsonSettings.path

/** The project's own `config/database` may not read any variable, so another database is named in the settings file. */
export async function adoptStrapi(folder: string, { database, dialect }: AdoptWish): Promise<Adopted> {
  const settings = {
    ...(dialect === undefined || dialect === 'strapi4' ? {} : { api: { dialect } }),
    ...(database === undefined ? {} : { database: databaseSettings(database) }),
  }
  if (Object.keys(settings).length === 0) return { written: [], left: [] }
  if (existsSync(partPath(folder, 'jsonSettings'))) {
    const advice = JSON.stringify(settings).slice(1, -1)
    return { written: [], left: [`${SETTINGS} exists and stays as it is; add to it: ${advice}`] }
  }
  // The address of a database may contain its password.
  const mode = database === undefined ? 0o644 : 0o600
  await writeFile(partPath(folder, 'jsonSettings'), json(settings), { flag: 'wx', mode })
  return { written: [SETTINGS], left: [] }
}

function databaseSettings(database: string): object {
  const [, filename] = /^sqlite:(.*)$/s.exec(database) ?? []
  return filename === undefined ? { client: 'postgres', url: database } : { client: 'sqlite', filename }
}
