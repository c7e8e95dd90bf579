/** Scenarios that kill a command: at one of its steps, or at a moment of the time that it takes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf, type Finished } from '../../cli/run-populus.ts'
import type { Random } from '../../content/kept/exact/random.ts'
import { temporaryFolder } from '../../support/databases.ts'
import type { World } from './world.ts'

const LAST_STEPS = 25
const STEP_KILLER = fileURLToPath(new URL('kill-at-step.mjs', import.meta.url))

interface Measured {
  readonly steps: number
  readonly milliseconds: number
}

export interface Command {
  readonly kind: string
  readonly words: readonly string[]
}

export class Commands {
  readonly #random: Random
  readonly #measured = new Map<string, Measured>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Runs a command to its end; a server, until it is ready. */
  async run(world: World, { kind, words }: Command): Promise<Finished> {
    const file = join(temporaryFolder(), 'steps')
    const started = performance.now()
    const running = world.launch(words, countSteps(file))
    if (isServer(words)) await addressOf(running)
    const ready = performance.now() - started
    if (isServer(words)) running.process.kill('SIGTERM')
    const finished = await running.finished
    world.running = undefined
    const milliseconds = isServer(words) ? ready : performance.now() - started
    if (finished.code === 0) this.#measured.set(kind, { steps: Number(readFileSync(file, 'utf8')), milliseconds })
    return finished
  }

  /** What killed it; `undefined` if it was over before. It must have been run before. */
  async kill(world: World, { kind, words }: Command): Promise<string | undefined> {
    const { steps, milliseconds } = this.#measured.get(kind)!
    const byStep = this.#random.chance(0.7)
    const running = world.launch(words, byStep ? killAt(this.#stepOf(steps)) : {})
    const wait = byStep ? 120_000 : this.#random.next() * milliseconds
    const timer = setTimeout(() => running.process.kill('SIGKILL'), wait)
    if (isServer(words))
      void addressOf(running).then(
        () => running.process.kill('SIGTERM'),
        () => undefined,
      )
    await running.finished
    clearTimeout(timer)
    world.running = undefined
    return running.process.signalCode === 'SIGKILL' ? `${kind} ${byStep ? 'at a step' : 'at a moment'}` : undefined
  }

  /** Often one of the last: what is done is put in place there. */
  #stepOf(steps: number): number {
    const [last, back] = [this.#random.chance(0.4), this.#random.below(LAST_STEPS)]
    return last ? Math.max(1, steps - back) : 1 + this.#random.below(steps)
  }
}

const isServer = ([command]: readonly string[]) => command === 'start'

/** Fails with what a command has said. */
export function succeeded(finished: Finished): Finished {
  if (finished.code !== 0) throw new Error(`exited with ${finished.code}: ${finished.out}${finished.error}`)
  return finished
}

/** The variables that kill a command at a step, or count its steps. */
function killAt(step: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${STEP_KILLER}`, KILL_AT_STEP: String(step) }
}

function countSteps(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${STEP_KILLER}`, STEPS_FILE: file }
}
