/**
 * The work for a request grows in proportion to its length, whatever it holds and wherever: twice the bytes take twice the
 * processor time, not four times. Every place of every endpoint gets a few of the hostile shapes.
 * `ATTACK_SHAPES=all npx vitest run test/attacks` gives it all of them.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { type Cost, type HostileApp, hostileApp } from './hostile-app.ts'
import { PLACES, type Place } from './hostile-places.ts'
import { SHAPES, type Shape, TEXTS } from './hostile-shapes.ts'

const EACH = process.env.ATTACK_SHAPES ?? '1'
/** What takes less is not worth a second look: compiling and collecting garbage take as long. */
const MUCH = 60
/** Linear work takes as long for each byte of twice as many, quadratic work 2 times as long. */
const MOST = 1.4
/** The least of several times is the one that nothing else has disturbed. */
const TRIES = 4

/** Another part of the shapes for each place, so that all of them are used. */
function shapesFor(place: Place, index: number): readonly Shape[] {
  const shapes = place.textOnly === true ? TEXTS : SHAPES
  if (EACH === 'all') return shapes
  return Array.from({ length: Number(EACH) }, (_, turn) => shapes[(index * 7 + turn * 31) % shapes.length]!)
}

async function leastCost(app: HostileApp, place: Place, value: unknown): Promise<Cost> {
  let least = await app.ask(place, value)
  for (let turn = 1; turn < TRIES; turn++) {
    const cost = await app.ask(place, value)
    if (cost.milliseconds < least.milliseconds) least = cost
  }
  return least
}

/** Of requests, not of values: a key is repeated in an address for all that is below it. */
const isSteeper = (long: Cost, short: Cost) => long.milliseconds / long.sent > (short.milliseconds / short.sent) * MOST

/** `undefined` if the work is linear. */
async function growth(app: HostileApp, place: Place, shape: Shape): Promise<object | undefined> {
  const long = shape.make(place.room)
  const first = await app.ask(place, long)
  const where = { place: place.name, shape: shape.name }
  if (first.status >= 500) return { ...where, status: first.status }
  if (first.milliseconds < MUCH) return undefined
  const after = await leastCost(app, place, long)
  if (after.milliseconds < MUCH) return undefined
  // Quadratic work grows at every step. A single one may be where memory gets scarce, or a cache ends.
  const half = await leastCost(app, place, shape.make(place.room / 2))
  if (!isSteeper(after, half)) return undefined
  const quarter = await leastCost(app, place, shape.make(place.room / 4))
  return isSteeper(half, quarter) ? { ...where, quarter, half, after } : undefined
}

describe.each(CLIENTS)('work grows as the request does on %s', client => {
  let app: HostileApp

  beforeAll(async () => {
    app = await hostileApp(client)
  })

  test.each(PLACES.map((place, index) => ({ name: place.name, place, index })))(
    '$name',
    { timeout: 3_600_000 },
    async ({ place, index }) => {
      const found: object[] = []
      for (const shape of shapesFor(place, index)) {
        const problem = await growth(app, place, shape)
        if (problem !== undefined) found.push(problem)
      }
      expect(found).toEqual([])
    },
  )
})
