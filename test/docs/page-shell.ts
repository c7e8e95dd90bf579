/** Runs the shell commands of a page, with the built server in place of the installed package. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BINARY = join(ROOT, 'dist', 'cli', 'main.js')
const run = promisify(execFile)

/** The blocks of a language, in the order of the page. */
export function blocksOf(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block)
}

/** Commands with their continued lines, without comments. */
export function commandsIn(block: string): readonly string[] {
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/\s+#.*$/, ''))
    .filter(line => line !== '')
}

/** `npx populus` is the built command line. Nothing is downloaded: `npm install` links the checkout as the package. */
export class PageShell {
  readonly #env: Record<string, string>

  constructor() {
    const bin = temporaryFolder()
    const command = (name: string, text: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    command('npx', `shift; exec "${process.execPath}" "${BINARY}" "$@"`)
    command('populus', `exec "${process.execPath}" "${BINARY}" "$@"`)
    this.#env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, LOG_LEVEL: 'error' }
  }

  async run(command: string, folder: string, env: Record<string, string> = {}): Promise<string> {
    const { stdout } = await run('bash', ['-euc', command], { cwd: folder, env: { ...this.#env, ...env } })
    return stdout
  }

  install(folder: string): void {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules', 'populus'))
  }
}
