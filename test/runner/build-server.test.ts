/** What the build of the server leaves alone. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildServer } from '../../scripts/build-server.mjs'
import { cleanUp } from '../support/clean-up.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

test('it removes what an earlier build has left, and nothing of the panel or the documentation', async () => {
  const mine = ['admin-0/panel.js', 'docs-0/search.js']
  const left = ['chunks/left-by-an-earlier-build.js', 'layout/left-by-an-earlier-build.js']
  for (const path of [...mine, ...left]) {
    mkdirSync(dirname(join(DIST, path)), { recursive: true })
    writeFileSync(join(DIST, path), '')
  }
  cleanUp(() => Promise.all(mine.map(path => rm(dirname(join(DIST, path)), { recursive: true }))))
  await buildServer()
  expect([...mine, ...left].filter(path => existsSync(join(DIST, path)))).toEqual(mine)
})
