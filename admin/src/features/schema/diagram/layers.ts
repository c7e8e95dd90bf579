/**
 * Which boxes stand in which column, and in which order. A line connects boxes of one column or of two that stand side by side, so
 * that no line has to cross a third box.
 */

/** From one box to another, by their uids. */
export interface Edge {
  readonly from: string
  readonly to: string
}

/** The uids of each column, from left to right and from top to bottom. */
export type Layers = readonly (readonly string[])[]

export type Neighbours = ReadonlyMap<string, readonly string[]>

/** Of every uid; a box that leads to itself is no neighbour. */
export function neighbourMap(uids: readonly string[], edges: readonly Edge[]): Neighbours {
  const map = new Map<string, string[]>(uids.map(uid => [uid, []]))
  for (const { from, to } of edges) {
    if (from === to) continue
    map.get(from)!.push(to)
    map.get(to)!.push(from)
  }
  return map
}

/** The boxes that lines connect, directly or by others; the largest group first. */
export function connectedParts(neighbours: Neighbours): readonly (readonly string[])[] {
  const seen = new Set<string>()
  const parts: string[][] = []
  for (const uid of neighbours.keys()) {
    if (seen.has(uid)) continue
    const part = distances(neighbours, uid).flat()
    for (const other of part) seen.add(other)
    parts.push(part)
  }
  return parts.sort((one, other) => other.length - one.length)
}

/** The boxes at each distance from `root`. */
function distances(neighbours: Neighbours, root: string): string[][] {
  const seen = new Set([root])
  const layers = [[root]]
  for (let layer = layers[0]!; layer.length > 0; ) {
    const next: string[] = []
    for (const other of layer.flatMap(uid => neighbours.get(uid)!)) {
      if (seen.has(other)) continue
      seen.add(other)
      next.push(other)
    }
    if (next.length > 0) layers.push(next)
    layer = next
  }
  return layers
}

/** The columns of a connected part: begun at the box that makes the best picture of a few that are tried. */
export function layersOf(part: readonly string[], neighbours: Neighbours): Layers {
  const hub = part.reduce((best, uid) => (neighbours.get(uid)!.length > neighbours.get(best)!.length ? uid : best))
  const far = distances(neighbours, hub).at(-1)!.at(-1)!
  const farther = distances(neighbours, far).at(-1)!.at(-1)!
  const tried = [...new Set([hub, far, farther])].map(root => distances(neighbours, root))
  const best = tried.reduce((one, other) => (unease(other, neighbours) < unease(one, neighbours) ? other : one))
  return ordered(best, neighbours)
}

/** The left column leads to the middle, the right one does not. */
export function layersAround(centre: string, uids: readonly string[], edges: readonly Edge[]): Layers {
  const led = new Set(edges.filter(({ from }) => from === centre).map(({ to }) => to))
  const others = uids.filter(uid => uid !== centre)
  const [left, right] = [others.filter(uid => !led.has(uid)), others.filter(uid => led.has(uid))]
  return [left, [centre], right].filter(layer => layer.length > 0)
}

/** Pictures should be wider than tall, and lines inside a column are harder to follow. Columns are as wide as five boxes are tall. */
function unease(layers: Layers, neighbours: Neighbours): number {
  const column = new Map(layers.flatMap((layer, index) => layer.map(uid => [uid, index])))
  const inside = [...column].filter(([uid, index]) => neighbours.get(uid)!.some(other => column.get(other) === index))
  const tallest = Math.max(...layers.map(layer => layer.length))
  return Math.max(layers.length * 5, tallest * 1.5) + inside.length / 2
}

const SWEEPS = 12

/** Each box goes to the mean of its neighbours, column by column, there and back. The order with the fewest crossings is kept. */
function ordered(layers: Layers, neighbours: Neighbours): Layers {
  let [now, best] = [layers, layers]
  let fewest = crossings(layers, neighbours)
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    now = swept(now, neighbours, sweep % 2 === 0 ? 1 : -1)
    const found = crossings(now, neighbours)
    if (found < fewest) [best, fewest] = [now, found]
  }
  return best
}

function swept(layers: Layers, neighbours: Neighbours, step: 1 | -1): Layers {
  const result = [...layers]
  const first = step === 1 ? 1 : layers.length - 2
  for (let index = first; index >= 0 && index < layers.length; index += step) {
    const [before, own] = [places(result[index - step]!), places(result[index]!)]
    const wish = (uid: string): number => {
      const near = neighbours.get(uid)!.flatMap(other => before.get(other) ?? [])
      return near.length === 0 ? own.get(uid)! : near.reduce((sum, place) => sum + place, 0) / near.length
    }
    const wishes = new Map(result[index]!.map(uid => [uid, wish(uid)]))
    result[index] = [...result[index]!].sort((one, other) => wishes.get(one)! - wishes.get(other)!)
  }
  return result
}

/** From 0 to 1, so that columns of different heights can be compared. */
function places(layer: readonly string[]): ReadonlyMap<string, number> {
  return new Map(layer.map((uid, index) => [uid, (index + 0.5) / layer.length]))
}

/** How often lines between columns cross. */
export function crossings(layers: Layers, neighbours: Neighbours): number {
  return layers.slice(1).reduce((sum, layer, index) => {
    const right = new Map(layer.map((uid, place) => [uid, place]))
    const ends = layers[index]!.flatMap(uid =>
      neighbours
        .get(uid)!
        .flatMap(other => right.get(other) ?? [])
        .sort((one, other) => one - other),
    )
    return sum + inversions(ends)
  }, 0)
}

/** How many pairs of numbers stand in the wrong order. */
function inversions(values: readonly number[]): number {
  const sorted: number[] = []
  let found = 0
  for (const value of values) {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! <= value) low = middle + 1
      else high = middle
    }
    found += sorted.length - low
    sorted.splice(low, 0, value)
  }
  return found
}
