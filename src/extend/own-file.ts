/** Finds the files that a project may have in `populus`. */
import { readdir } from 'node:fs/promises'
import { PROJECT_PARTS, partPath } from '../util/project-parts.ts'

const ENDINGS = ['.ts', '.js', '.mjs']

/** Relative to the project: `populus/hooks.ts`. `undefined` if it has none of this name. */
export async function ownFile(folder: string, name: string): Promise<string | undefined> {
  const files = await readdir(partPath(folder, 'ownCode')).catch(() => [] as string[])
  const found = ENDINGS.map(ending => name + ending).find(file => files.includes(file))
  return found === undefined ? undefined : `${PROJECT_PARTS.ownCode.path}/${found}`
}
