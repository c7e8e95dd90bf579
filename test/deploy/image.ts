/** Images and containers, made with buildah: it needs neither a daemon nor privileges of its own. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { hasNodeImage } from '../../scripts/install-node-image.mjs'
import { cleanUp } from '../support/clean-up.ts'

const run = promisify(execFile)
const BASE = process.env.NODE_IMAGE ?? ''

/** `npm run test:long` names the image. */
export const HAS_IMAGES = BASE !== '' && hasNodeImage(BASE)

/** Builds the Dockerfile of a folder. `packages` takes the place of the stage that downloads packages. */
export async function buildImage(name: string, folder: string, packages?: string): Promise<void> {
  const words = ['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker']
  const stage = packages === undefined ? [] : ['--build-context', `packages=${packages}`]
  await run('buildah', [...words, '--build-arg', `NODE_IMAGE=${BASE}`, ...stage, '-t', name, folder], {
    maxBuffer: 2 ** 26,
  })
  cleanUp(() => void spawnSync('buildah', ['rmi', name], { stdio: 'ignore' }))
}

interface ImageSettings {
  readonly User: string
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
}

export async function settingsOf(image: string): Promise<ImageSettings> {
  const { stdout } = await run('buildah', ['inspect', '--type', 'image', image], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout).Docker.config
}

export interface ContainerOptions {
  readonly env: Readonly<Record<string, string>>
  /** Folder on this machine by folder in the container. */
  readonly volumes: Readonly<Record<string, string>>
}

export class Container {
  readonly #name: string
  readonly #words: readonly string[]
  #process: ChildProcess | undefined

  private constructor(name: string, words: readonly string[]) {
    this.#name = name
    this.#words = words
  }

  static async from(image: string, { env, volumes }: ContainerOptions): Promise<Container> {
    const { stdout } = await run('buildah', ['from', image])
    const name = stdout.trim()
    cleanUp(() => void spawnSync('buildah', ['rm', name], { stdio: 'ignore' }))
    const { User } = await settingsOf(image)
    return new Container(name, [
      ...['run', '--isolation', 'chroot', '--user', User],
      ...Object.entries(env).flatMap(([key, given]) => ['-e', `${key}=${given}`]),
      ...Object.entries(volumes).flatMap(([inside, outside]) => ['-v', `${outside}:${inside}`]),
      name,
      '--',
    ])
  }

  /** Runs a command beside the server, and returns what it prints. */
  async exec(command: readonly string[]): Promise<string> {
    return (await run('buildah', [...this.#words, ...command])).stdout
  }

  start(command: readonly string[]): void {
    this.#process = spawn('buildah', [...this.#words, ...command], { stdio: 'ignore' })
  }

  /** Asks the server to end, and removes the container with everything in it. Returns the exit code. */
  async remove(): Promise<number | null> {
    const child = this.#process!
    const closed = once(child, 'close')
    process.kill(lastBelow(child.pid!), 'SIGTERM')
    const [code] = await closed
    await run('buildah', ['rm', this.#name])
    return code as number | null
  }
}

/** The program in the container, below the processes that buildah starts. */
function lastBelow(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const [child] = tasks.flatMap(task => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').match(/\d+/g) ?? [])
  if (child === undefined) return pid
  const [program = ''] = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0')
  return basename(program) === 'node' ? Number(child) : lastBelow(Number(child))
}
