/** Boxes and lines -> a picture: the place of every box, and the curve of every line. Nothing of it depends on the browser. */
import { type Curve, curveOf } from './curves.ts'
import {
  connectedParts,
  type Edge,
  type Layers,
  layersAround,
  layersOf,
  type Neighbours,
  neighbourMap,
} from './layers.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Box>
  /** One for each line, in their order. */
  readonly curves: readonly Curve[]
}

export interface LayOutOptions {
  /** Room between columns, for the lines and what is written on them. */
  readonly gap: number
  /** The box in the middle; every line touches it. Absent: there is none. */
  readonly centre?: string | undefined
}

const WIDTH = 172
const LEAST_HEIGHT = 44
const ROW_GAP = 20
const PART_GAP = 40
/** Between two lines at one side of a box. */
const PORT = 18
const MOST_PORTS = 40
/** Parts stand side by side as long as they do not need more. */
const ROW_WIDTH = 1000
const MARGIN = 8

export function layOut(uids: readonly string[], edges: readonly Edge[], { gap, centre }: LayOutOptions): Picture {
  const neighbours = neighbourMap(uids, edges)
  const parts =
    centre === undefined
      ? connectedParts(neighbours).map(part => layersOf(part, neighbours))
      : [layersAround(centre, uids, edges)]
  const column = new Map(parts.flatMap(layers => layers.flatMap((layer, index) => layer.map(uid => [uid, index]))))
  const heights = boxHeights(uids, edges, column)
  const placed = parts.map(layers => placedPart(layers, { neighbours, heights, gap }))
  const boxes = packed(placed)
  const ends = [...boxes.values()]
  return {
    boxes,
    curves: curvesOf(edges, boxes, column),
    // A line from the last column to itself needs the room beside it.
    width: Math.max(0, ...ends.map(({ x, width }) => x + width)) + (hasInside(edges, column) ? gap / 2 : 0) + MARGIN,
    height: Math.max(0, ...ends.map(({ y, height }) => y + height)) + MARGIN,
  }
}

type Columns = ReadonlyMap<string, number>

function hasInside(edges: readonly Edge[], column: Columns): boolean {
  return edges.some(({ from, to }) => column.get(from) === column.get(to))
}

/** The side at which a line leaves the box. Lines inside a column are drawn on its right. */
function sideOf(uid: string, other: string, column: Columns): 'left' | 'right' {
  return column.get(other)! < column.get(uid)! ? 'left' : 'right'
}

function boxHeights(uids: readonly string[], edges: readonly Edge[], column: Columns): ReadonlyMap<string, number> {
  const ports = new Map<string, number>()
  const add = (key: string) => ports.set(key, (ports.get(key) ?? 0) + 1)
  for (const { from, to } of edges) {
    add(`${sideOf(from, to, column)} ${from}`)
    add(`${sideOf(to, from, column)} ${to}`)
  }
  const most = (uid: string) => Math.max(ports.get(`left ${uid}`) ?? 0, ports.get(`right ${uid}`) ?? 0)
  return new Map(uids.map(uid => [uid, Math.max(LEAST_HEIGHT, (Math.min(most(uid), MOST_PORTS) + 1) * PORT)]))
}

interface PartOptions {
  readonly neighbours: Neighbours
  readonly heights: ReadonlyMap<string, number>
  readonly gap: number
}

/** Columns in which each box stands as near to its neighbours as the others let it. Begins at 0, 0. */
function placedPart(layers: Layers, { neighbours, heights, gap }: PartOptions): ReadonlyMap<string, Box> {
  const middles = new Map<string, number>()
  for (const layer of layers) place(layer, heights, middles, () => 0)
  for (const step of [1, -1, 1, -1, 1] as const) {
    const first = step === 1 ? 1 : layers.length - 2
    for (let index = first; index >= 0 && index < layers.length; index += step) {
      const before = new Set(layers[index - step])
      place(layers[index]!, heights, middles, uid => {
        const near = neighbours.get(uid)!.filter(other => before.has(other))
        return near.length === 0
          ? middles.get(uid)!
          : near.reduce((sum, other) => sum + middles.get(other)!, 0) / near.length
      })
    }
  }
  const top = Math.min(...[...middles].map(([uid, middle]) => middle - heights.get(uid)! / 2))
  const boxOf = (uid: string, index: number): Box => {
    const height = heights.get(uid)!
    return { x: index * (WIDTH + gap), y: middles.get(uid)! - height / 2 - top, width: WIDTH, height }
  }
  return new Map(layers.flatMap((layer, index) => layer.map(uid => [uid, boxOf(uid, index)] as const)))
}

/**
 * Keeps the order of a column and its gaps. Boxes that want the same place are moved down in one try and up in another; the mean of
 * both is fair, and keeps the gaps because both do.
 */
function place(
  layer: readonly string[],
  heights: ReadonlyMap<string, number>,
  middles: Map<string, number>,
  wish: (uid: string) => number,
): void {
  const wishes = layer.map(wish)
  const apart = (index: number) => (heights.get(layer[index]!)! + heights.get(layer[index + 1]!)!) / 2 + ROW_GAP
  const [down, up] = [[...wishes], [...wishes]]
  for (let index = 1; index < layer.length; index++)
    down[index] = Math.max(down[index]!, down[index - 1]! + apart(index - 1))
  for (let index = layer.length - 2; index >= 0; index--)
    up[index] = Math.min(up[index]!, up[index + 1]! - apart(index))
  for (const [index, uid] of layer.entries()) middles.set(uid, (down[index]! + up[index]!) / 2)
}

/** Parts side by side, in rows. */
function packed(parts: readonly ReadonlyMap<string, Box>[]): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>()
  const sizes = parts.map(part => ({
    width: Math.max(...[...part.values()].map(({ x, width }) => x + width)),
    height: Math.max(...[...part.values()].map(({ y, height }) => y + height)),
  }))
  const row = Math.max(ROW_WIDTH, ...sizes.map(({ width }) => width))
  let [left, top, tallest] = [0, 0, 0]
  for (const [index, part] of parts.entries()) {
    const { width, height } = sizes[index]!
    if (left > 0 && left + width > row) [left, top, tallest] = [0, top + tallest + PART_GAP, 0]
    for (const [uid, box] of part) boxes.set(uid, { ...box, x: box.x + left + MARGIN, y: box.y + top + MARGIN })
    left += width + PART_GAP
    tallest = Math.max(tallest, height)
  }
  return boxes
}

interface Port {
  readonly edge: number
  readonly end: 0 | 1
  /** Where the line comes from. */
  readonly from: number
}

function curvesOf(edges: readonly Edge[], boxes: ReadonlyMap<string, Box>, column: Columns): readonly Curve[] {
  const sides = new Map<string, Port[]>()
  const middle = (uid: string) => boxes.get(uid)!.y + boxes.get(uid)!.height / 2
  const add = (uid: string, other: string, edge: number, end: 0 | 1) => {
    const key = `${sideOf(uid, other, column)} ${uid}`
    const known = sides.get(key) ?? []
    sides.set(key, known)
    known.push({ edge, end, from: middle(other) })
  }
  for (const [index, { from, to }] of edges.entries()) {
    add(from, to, index, 0)
    add(to, from, index, 1)
  }
  const heights = new Map<string, number>()
  for (const [key, ports] of sides) {
    const { y, height } = boxes.get(key.slice(key.indexOf(' ') + 1))!
    const sorted = ports.sort((one, other) => one.from - other.from || one.edge - other.edge)
    for (const [index, { edge, end }] of sorted.entries())
      heights.set(`${edge} ${end}`, y + (height * (index + 1)) / (ports.length + 1))
  }
  return edges.map(({ from, to }, index) => {
    const at = (uid: string, other: string, end: 0 | 1) => {
      const side = sideOf(uid, other, column)
      const { x, width } = boxes.get(uid)!
      return { x: side === 'right' ? x + width : x, y: heights.get(`${index} ${end}`)!, side }
    }
    return curveOf(at(from, to, 0), at(to, from, 1))
  })
}
