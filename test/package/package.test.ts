/** The published package: packed, installed into an empty folder, and served from there. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildAdmin } from '../../scripts/build-admin.mjs'
import { addressOf, startBinary } from '../cli/run-populus.ts'
import { temporaryFolder } from '../support/databases.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Unpacks what `npm pack` would publish; the dependencies are those of the checkout, since nothing is downloaded here. */
async function installPackage(): Promise<string> {
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

test('the package serves its example and the panel from an empty folder', async () => {
  const folder = await installPackage()
  const place = join(folder, 'node_modules', 'populus')
  const running = startBinary(join(place, 'dist/cli/main.js'), [
    'start',
    join(place, 'examples/blog'),
    '--port',
    '0',
    '--database',
    `sqlite:${join(folder, 'content.db')}`,
  ])
  try {
    const answer = await fetch(`${await addressOf(running)}/api/articles?fields[0]=title&filters[slug]=first-sourdough`)
    expect(answer.status).toBe(200)
    const panel = await (await fetch(`${await addressOf(running)}/admin`)).text()
    const [, script] = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(panel)!
    expect((await fetch(`${await addressOf(running)}${script}`)).status).toBe(200)
    expect(await answer.json()).toEqual({
      data: [{ id: 1, attributes: { title: 'Your first sourdough, without the mythology' } }],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    })
  } finally {
    running.process.kill('SIGTERM')
    await running.finished
  }
}, 120_000)
