/**
 * `kill -9` in the middle of everything that writes, again and again, on both databases. Nothing that was acknowledged is lost, nothing
 * is there by halves, nothing is left over, and every start succeeds.
 *
 * One round of each scenario here, more by `npm run test:long`, 1,000 by `npm run test:night`. `KILL_ROUNDS` is how many rounds all
 * scenarios have together, `KILL_SEED` repeats a run, and `-t` chooses: `KILL_ROUNDS=100 npx vitest run test/kills -t uploads`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS, type Client } from '../support/databases.ts'
import { firstWorld } from './harness/first-world.ts'
import { type Figures, runRounds } from './harness/run-rounds.ts'
import type { Scenario } from './harness/scenario.ts'
import type { World } from './harness/world.ts'
import { deliveries } from './scenarios/deliveries.ts'
import { devReloads } from './scenarios/dev-reloads.ts'
import { imports } from './scenarios/imports.ts'
import { management } from './scenarios/management.ts'
import { migrations, searchIndex } from './scenarios/migrations.ts'
import { releases } from './scenarios/releases.ts'
import { restores } from './scenarios/restores.ts'
import { seeds } from './scenarios/seeds.ts'
import { uploads } from './scenarios/uploads.ts'
import { writes } from './scenarios/writes.ts'

const SCENARIOS: readonly Scenario[] = [
  ...[writes, uploads, management, restores, searchIndex],
  ...[imports, migrations, seeds, devReloads, deliveries, releases],
]
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 0)
const SEED = Number(process.env.KILL_SEED ?? 1)
/** On a machine that does much else. */
const ROUND_TIMEOUT = 180_000

const WEIGHTS = SCENARIOS.reduce((sum, { weight }) => sum + weight, 0) * CLIENTS.length
const roundsOf = ({ weight }: Scenario) => Math.max(1, Math.round((ROUNDS * weight) / WEIGHTS))

/** In the short form, every other scenario on each database. */
const scenariosOn = (client: Client) =>
  SCENARIOS.filter((_, index) => ROUNDS > 0 || CLIENTS.indexOf(client) === index % CLIENTS.length)

const lines: string[] = []
afterAll(() => {
  if (ROUNDS > 0) process.stdout.write(`KILL_SEED=${SEED}\n${lines.join('\n')}\n`)
})

describe.each(CLIENTS)('kills on %s', client => {
  let world: World
  beforeAll(async () => {
    world = await firstWorld(client)
  })
  for (const scenario of scenariosOn(client)) {
    const rounds = roundsOf(scenario)
    const run = async () => {
      const figures = await runRounds(scenario, world, rounds, SEED)
      lines.push(lineOf(client, scenario, figures))
      expect(figures.findings).toEqual([])
    }
    test(scenario.name, run, rounds * ROUND_TIMEOUT)
  }
})

function lineOf(client: Client, { name }: Scenario, { kills, acknowledged, findings }: Figures): string {
  const killed = Object.entries(kills).map(([way, count]) => `${count} ${way}`)
  return `${client} ${name}: killed ${killed.join(', ')}; ${acknowledged} acknowledged; ${findings.length} findings`
}
