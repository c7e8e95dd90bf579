/** Every command of docs/guides/permissions.md, in its order, with the output that the page shows. */
import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../cli/run-populus.ts'
import { temporaryFolder } from '../support/databases.ts'

interface Shown {
  readonly command: string
  readonly output: string
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE_ADDRESS = 'http://127.0.0.1:1337'
const page = await readFile(join(ROOT, 'docs', 'guides', 'permissions.md'), 'utf8')

/** `$ command`, then its output up to the next command. */
function commandsOf(markdown: string): readonly Shown[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap(block =>
    block.split(/^\$ /m).flatMap(part => {
      const [command = '', ...output] = part.trimEnd().split('\n')
      return command === '' ? [] : [{ command, output: output.join('\n') }]
    }),
  )
}

let folder: string
let server: Running
let address: string
const env: Record<string, string> = {}

/** Enough of `curl`, for machines that have none: `-g`, `-H` and an address. */
const CURL = `const [, , ...words] = process.argv
const headers = Object.fromEntries(words.flatMap((word, i) => words[i - 1] === '-H' ? [word.split(': ')] : []))
console.log(await (await fetch(words.at(-1), { headers })).text())`

beforeAll(async () => {
  folder = await copyOfBlog()
  const bin = temporaryFolder()
  await writeFile(join(bin, 'curl.mjs'), CURL)
  for (const [name, script] of [
    ['curl', join(bin, 'curl.mjs')],
    ['populus', join(ROOT, 'dist', 'cli', 'main.js')],
  ] as const) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`)
    await chmod(join(bin, name), 0o755)
  }
  env.PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`
  server = startPopulus(['start', folder, '--port', '0'])
  address = await addressOf(server)
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.finished
})

/** In this process where that is possible: a new one for each command takes most of the time. */
async function run(command: string): Promise<string> {
  const text = command.replaceAll(PAGE_ADDRESS, address)
  const [program, ...words] = text.includes('|') ? [] : wordsOf(text)
  if (program === 'populus') {
    const { code, out, error } = await runHere([...words, '--folder', folder])
    expect([command, code, error]).toEqual([command, 0, expect.any(String)])
    return out.trimEnd()
  }
  if (program !== 'curl') return runInShell(text)
  const headers = words.flatMap((word, index) =>
    words[index - 1] === '-H' ? [word.split(': ') as [string, string]] : [],
  )
  return (await (await fetch(words.at(-1)!, { headers })).text()).trimEnd()
}

/** As a shell divides a line, with quotes and variables. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
  return words.map(([, plain, open, bare]) => plain ?? open?.replace(/\$([A-Z]+)/g, (_, name) => env[name]!) ?? bare!)
}

function runInShell(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', text], { cwd: folder, env }, (error, out, problems) =>
      error === null ? resolve(out.trimEnd()) : reject(new Error(`${text}\n${problems}`)),
    )
  })
}

test.each(commandsOf(page))('$command', async ({ command, output }) => {
  const [, variable, inner] = /^([A-Z]+)=\$\((.*)\)$/.exec(command) ?? []
  if (variable !== undefined && inner !== undefined) {
    env[variable] = await run(inner)
    expect(env[variable]).toMatch(/^[0-9a-f]{256}$/)
    return
  }
  // The help in errors names the folder of the test.
  const got = (await run(command)).replace(/"details":\{"hint":.*"code":"\w+"\}/, '"details":{}')
  // Three dots on a line of their own stand for whatever else there is.
  if (output.endsWith('\n...')) expect(got.startsWith(output.slice(0, -3))).toBe(true)
  else expect(got).toBe(output)
})

test('the page has commands', () => {
  expect(commandsOf(page).length).toBeGreaterThan(20)
})
