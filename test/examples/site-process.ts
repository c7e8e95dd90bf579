/** A site of `examples/` in a folder of its own: its packages are installed, it is built, and it runs as a process. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/databases.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Packages, and what builds leave behind. */
export const MADE = ['node_modules', '.next', '.astro', 'dist', '.svelte-kit', 'build', '.nuxt', '.output']
/** Of the environment of the tests, only what npm needs: tools build otherwise when they see a test. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_.*|.*_proxy)$/i
const QUIET = { CI: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }

const run = promisify(execFile)

function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))
  return { ...Object.fromEntries(passed), ...QUIET, ...more }
}

/** The package as the sites import it: its program is built by whoever runs the tests, its types here. */
export async function writePackageTypes(): Promise<void> {
  await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: ROOT })
}

export class Site {
  readonly folder: string
  readonly #env: NodeJS.ProcessEnv

  constructor(name: string, variables: Readonly<Record<string, string>>) {
    this.folder = join(temporaryFolder(), name)
    this.#env = environment(variables)
    cpSync(join(ROOT, 'examples', name), this.folder, {
      recursive: true,
      filter: path => !MADE.includes(basename(path)),
    })
    // Elsewhere, `../..` is not the package.
    const file = join(this.folder, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(
      file,
      JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, populus: `file:${ROOT}` } }),
    )
  }

  async npm(...words: string[]): Promise<void> {
    const options = { cwd: this.folder, env: this.#env, maxBuffer: 100_000_000 }
    await run('npm', words, options).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${words.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
    })
  }

  /** Until the test file ends. */
  start(): void {
    // A group of its own: npm does not end what it has started.
    const child = spawn('npm', ['start'], { cwd: this.folder, env: this.#env, detached: true, stdio: 'ignore' })
    const ended = once(child, 'exit')
    cleanUp(async () => {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
      await ended
    })
  }
}
