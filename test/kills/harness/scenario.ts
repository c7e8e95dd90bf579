/** What a scenario is: something that is done until it is killed, and what must be true afterwards. */
import type { Random } from '../../content/kept/exact/random.ts'
import type { Acts } from './acts.ts'
import type { World } from './world.ts'

export interface Scenario {
  readonly name: string
  /** Its part of all rounds. */
  readonly weight: number
  open(stage: Stage): Promise<Course>
}

export interface Stage {
  /** Nothing runs on it yet. */
  readonly world: World
  readonly random: Random
  readonly acts: Acts
}

export interface Course {
  /** The one that is looked at after a round. */
  readonly world: World
  /** Acts until something is killed, and says what. `undefined`: the act was over before, and the round does not count. */
  round(): Promise<string | undefined>
  /** Brings a server up again if none runs, as an administrator would, and reads everything back. Says what is wrong. */
  check(): Promise<readonly string[]>
  /** How many requests have been acknowledged. */
  acknowledged(): number
}
