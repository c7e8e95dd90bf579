/** Runs a scenario again and again, and kills it each time. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Random } from '../../content/kept/exact/random.ts'
import { Acts } from './acts.ts'
import { findingsIn } from './findings.ts'
import type { Course, Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** One line for each round, to be read while a long run goes on. */
const LOG = `node_modules/.cache/${process.env.TEST_RESULTS ?? 'kills'}.log`
/** How often a round is tried in which everything was over before the kill. */
const MOST_TRIES = 20

/** More content makes every look at it longer. */
const ROUNDS_IN_A_WORLD = 12

export interface Figures {
  /** By what was killed. */
  readonly kills: Readonly<Record<string, number>>
  readonly acknowledged: number
  readonly findings: readonly string[]
}

/** After findings, it goes on in a new world, so that one fault is not counted again and again. */
export async function runRounds(scenario: Scenario, first: World, rounds: number, seed: number): Promise<Figures> {
  const kills: Record<string, number> = {}
  const findings: string[] = []
  let acknowledged = 0
  const randomFor = (round: number) => new Random(seed * 1000 + round + sumOf(scenario.name) * 100_000)
  const acts = new Acts(randomFor(0))
  let course: Course | undefined
  const end = async () => {
    acknowledged += course?.acknowledged() ?? 0
    await course?.world.remove()
    course = undefined
  }
  for (let round = 0; round < rounds; round += 1) {
    course ??= await scenario.open({ world: await first.copy(), random: randomFor(round), acts })
    const { way, wrong } = await oneRound(course)
    kills[way] = (kills[way] ?? 0) + 1
    log(`${scenario.name} ${first.client}, seed ${seed}, round ${round}: ${way}`, wrong)
    findings.push(...wrong.map(line => `round ${round}: ${line}`))
    if (wrong.length > 0 || (round + 1) % ROUNDS_IN_A_WORLD === 0) await end()
  }
  await end()
  return { kills, acknowledged, findings }
}

/** Scenarios that draw the same numbers would all be killed in the same way. */
const sumOf = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

async function oneRound(course: Course): Promise<{ readonly way: string; readonly wrong: readonly string[] }> {
  let way: string | undefined
  for (let tries = 0; way === undefined; tries += 1) {
    if (tries === MOST_TRIES) return { way: 'none', wrong: ['nothing could be killed'] }
    try {
      way = await course.round()
      const wrong = [...(await course.check()), ...(await findingsIn(course.world))]
      if (wrong.length > 0 || way !== undefined) return { way: way ?? 'none', wrong }
    } catch (error) {
      return { way: way ?? 'none', wrong: [(error as Error).stack ?? String(error)] }
    }
  }
  return { way, wrong: [] }
}

function log(line: string, findings: readonly string[]): void {
  mkdirSync(dirname(LOG), { recursive: true })
  const wrong = findings.map(finding => `  ${finding.slice(0, 2000)}\n`).join('')
  appendFileSync(LOG, `${new Date().toISOString()} ${line}${findings.length === 0 ? ', all well' : ''}\n${wrong}`)
}
