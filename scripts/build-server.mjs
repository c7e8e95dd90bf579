// Builds the server into dist/: one file for each program that is started or imported, and chunks that they share. Hundreds of
// small modules take Node a second to find; this is read in a fraction of that. `tsc` checks the types and writes the `.d.ts` files.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')

/** What users start and import. */
const PROGRAMS = [
  'cli/main',
  'index',
  'client/client',
  'extend/extend',
  'admin-api/panel/define-panel',
  'storage/sqlite/reader-process',
  'media/work/file-process',
  'app/transfers/transfer-process',
]
/** The rest works without that folder. */
const STRAPI = ['strapi/strapi', 'strapi/files/config-process', 'strapi/adopt/report/code-process']
/** What our own scripts and test processes import. */
const PARTS = [
  'app',
  'config/load-config',
  'config/settings/settings-table',
  'management/roles/grants',
  'tables/open-storage',
  'schema/load/load-schema',
  'storage/sqlite/sqlite-database',
]
/** Other scripts build these. */
const PAGES = /^(admin|docs)(-\d+)?[/\\]/

/** `npx populus` works in this checkout, too: a package is not among its own packages. */
function linkProgram() {
  const program = join(dist, 'cli', 'main.js')
  const link = join(root, 'node_modules', '.bin', 'populus')
  chmodSync(program, 0o755)
  if (process.platform === 'win32' || existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), program), link)
}

export async function buildServer() {
  // Loaded late: a script that calls this may have installed it a moment ago.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [...PROGRAMS, ...PARTS, ...(existsSync(join(root, 'src/strapi')) ? STRAPI : [])].map(
      name => `src/${name}.ts`,
    ),
    outbase: 'src',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    write: false,
  })
  for (const { path, text } of outputFiles) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  removeOthers(new Set(outputFiles.map(({ path }) => path)))
  linkProgram()
}

/** Removes what an earlier build has left. */
function removeOthers(built) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (PAGES.test(relative(dist, path)) || !/\.js(\.map)?$/.test(path) || built.has(path)) continue
    rmSync(path, { force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildServer()
