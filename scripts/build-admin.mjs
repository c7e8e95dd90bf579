// Builds the admin panel into dist/admin, with a brotli and a gzip form of each file. Does nothing when it is up to date.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'dist', 'admin')
const stamp = join(target, '.inputs')
/** What the panel is made of. The lock file stands for its dependencies. */
const INPUTS = ['admin', 'src/admin-api', 'src/schema', 'src/util', 'package-lock.json', 'scripts/build-admin.mjs']
const COMPRESSED = /\.(js|css|svg|json)$/

export async function buildAdmin() {
  const wanted = inputsHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  // Test runners set another one, and React would be built for development.
  process.env.NODE_ENV = 'production'
  // Servers and tests that run meanwhile keep the files that they have.
  const fresh = join(root, 'dist', `admin-${process.pid}`)
  try {
    await build({
      configFile: join(root, 'admin', 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
    await Promise.all(filesUnder(fresh).filter(isCompressed).map(compress))
    writeFileSync(join(fresh, '.inputs'), wanted)
    rmSync(target, { recursive: true, force: true })
    renameSync(fresh, target)
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
    rmSync(fresh, { recursive: true, force: true })
  }
  return true
}

function inputsHash() {
  const hash = createHash('sha256').update(process.version)
  for (const input of INPUTS)
    for (const file of filesUnder(join(root, input)).sort())
      hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** The files in a folder and its folders, or the file itself. */
function filesUnder(path) {
  if (!existsSync(path)) return []
  const found = readdirSync(dirname(path), { withFileTypes: true }).find(
    entry => join(dirname(path), entry.name) === path,
  )
  if (found?.isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

const isCompressed = file => COMPRESSED.test(file)

async function compress(file) {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildAdmin()
