/** The inventories of several processes -> one. */
import { type InventoryFigures, type MinuteFigures, MOST_SLOW } from './query-inventory.ts'
import { mergeUses, type UseFigures } from './query-use.ts'

/** There is at least one. */
export function mergeFigures(all: readonly InventoryFigures[]): InventoryFigures {
  const uses = new Map<string, UseFigures>()
  for (const use of all.flatMap(each => each.uses)) {
    const key = `${use.type} ${use.target} ${use.text}`
    const known = uses.get(key)
    uses.set(key, known === undefined ? use : mergeUses(known, use))
  }
  return {
    since: Math.min(...all.map(({ since }) => since)),
    uses: [...uses.values()],
    rest: all.map(({ rest }) => rest).reduce(mergeUses),
    slowest: all
      .flatMap(({ slowest }) => slowest)
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, MOST_SLOW),
    minutes: mergeMinutes(all.flatMap(({ minutes }) => minutes)),
  }
}

function mergeMinutes(all: readonly MinuteFigures[]): readonly MinuteFigures[] {
  const minutes = new Map<number, MinuteFigures>()
  for (const { at, answers, kept, milliseconds } of all) {
    const known = minutes.get(at) ?? { at, answers: 0, kept: 0, milliseconds: 0 }
    minutes.set(at, {
      at,
      answers: known.answers + answers,
      kept: known.kept + kept,
      milliseconds: known.milliseconds + milliseconds,
    })
  }
  return [...minutes.values()].sort((one, other) => one.at - other.at).slice(-60)
}
