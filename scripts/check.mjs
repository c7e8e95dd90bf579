// npm run check: format, lint, types, import walls, dead code, regular expressions, and whether src/strapi can be left out.
// Prints only what is wrong.
import { pathToFileURL } from 'node:url'
import './install.mjs'
import { run, runTogether } from './run.mjs'

const STEPS = [
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'admin/tsconfig.json']],
  ['tsc', ['-p', 'tsconfig.scripts.json']],
  ['depcruise', ['--config', '.dependency-cruiser.cjs', 'src']],
  ['depcruise', ['--config', 'admin/.dependency-cruiser.cjs', 'admin/src']],
  ['knip'],
  ['node', ['scripts/check-regexes.mjs']],
  ['node', ['scripts/check-without-strapi.mjs']],
  ['biome', ['check', '.']],
]

/** The types of the package, in dist/. Scripts are checked against them. */
export function writeTypes() {
  run('tsc', ['-p', 'tsconfig.build.json'])
}

/** `others` are steps that may run at the same time. */
export async function check(others = []) {
  await runTogether([...others, ...STEPS])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeTypes()
  await check()
}
