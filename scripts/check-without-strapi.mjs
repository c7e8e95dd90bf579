// A copy of the server without src/strapi compiles, builds, serves a read, and says what it cannot do. Part of `npm run check`.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** Below node_modules, so that the copy finds its packages. */
const copy = join(root, 'node_modules', '.cache', 'without-strapi')
const PARTS = ['src', 'scripts', 'examples/blog', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

rmSync(copy, { recursive: true, force: true })
for (const part of PARTS)
  cpSync(join(root, part), join(copy, part), {
    recursive: true,
    filter: path => !path.startsWith(join(root, 'src', 'strapi', '/')) && path !== join(root, 'src', 'strapi'),
  })

run('tsc', [
  '-p',
  join(copy, 'tsconfig.build.json'),
  '--noEmit',
  '--emitDeclarationOnly',
  'false',
  '--incremental',
  'false',
])
run('node', [join(copy, 'scripts', 'build-server.mjs')])

const program = join(copy, 'dist', 'cli', 'main.js')
const blog = join(copy, 'blog')
const created = populus(
  'init',
  blog,
  '--from',
  'blog',
  '--name',
  'blog',
  '--database',
  'sqlite',
  '--dialect',
  'document',
)
assert.equal(created.status, 0, created.stderr)
await serving(blog, async address => {
  const answer = await fetch(`${address}/api/articles?populate=*`)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /^{"data":\[{"id":/)
})

const foreign = join(copy, 'foreign')
mkdirSync(foreign)
writeFileSync(join(foreign, 'package.json'), '{"dependencies":{"@strapi/strapi":"4.26.2"}}')
refuses(/is a Strapi project, but this build has no support for it/, 'start', foreign, '--port', '0')
refuses(/populus adopt needs support for Strapi projects, which this build does not have/, 'adopt', foreign)
refuses(/export\.tar\.gz needs support for Strapi/, 'import', 'export.tar.gz', '--folder', blog)

function populus(...words) {
  return spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' })
}

function refuses(message, ...words) {
  const { status, stderr } = populus(...words)
  assert.equal(status, 1)
  assert.match(stderr, message)
}

/** Calls `work` with the address of a server for the project, and stops the server. */
async function serving(folder, work) {
  const child = spawn(process.execPath, [program, 'start', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise(resolve => child.once('exit', resolve))
  try {
    await work(await addressOf(child))
  } finally {
    child.kill()
    await exited
  }
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    const look = chunk => {
      said += chunk
      const [address] = /http:\/\/[^\s/]+:\d+/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', chunk => {
      said += chunk
    })
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)))
  })
}
