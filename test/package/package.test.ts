/** The published package: packed, installed into an empty folder, and served from there. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, startBinary } from '../cli/run-populus.ts'
import { installPackage } from './install-package.ts'

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
