/** Finds the scripts of a project. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const SKIPPED = /^(node_modules|dist|build|admin|__tests__|tests?|documentation|\..*)$/

/** All scripts in a folder and those below it, but not in the ones that are skipped. */
export async function scriptsBelow(folder: string, place: string, skipped = SKIPPED): Promise<readonly string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(entry => {
      const path = `${place}/${entry.name}`
      if (skipped.test(entry.name)) return []
      if (entry.isDirectory()) return scriptsBelow(folder, path, skipped)
      return /(?<!\.d|\.test|\.spec)\.[jt]s$/.test(entry.name) ? [path] : []
    }),
  )
  return found.flat()
}
