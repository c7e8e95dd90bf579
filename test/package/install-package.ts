/** The published package, as an empty folder gets it. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildAdmin } from '../../scripts/build-admin.mjs'
import { temporaryFolder } from '../support/databases.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Unpacks what `npm pack` would publish; the dependencies are those of the checkout, since nothing is downloaded here. */
export async function installPackage(): Promise<string> {
  await buildAdmin()
  const folder = temporaryFolder()
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const place = join(folder, 'node_modules', 'populus')
  await mkdir(place, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', place, '--strip-components=1'])
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}
