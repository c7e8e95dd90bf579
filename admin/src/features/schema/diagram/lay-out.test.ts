import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, layOut, type Picture } from './lay-out.ts'
import { crossings, type Edge, layersOf, neighbourMap } from './layers.ts'

const GAP = 120

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The boxes that a line passes on its way, at a hundred places of its curve. */
function passed({ boxes, curves }: Picture, index: number): readonly string[] {
  const numbers = curves[index]!.path.match(/-?[\d.]+/g)!.map(Number)
  const at = (step: number, place: 0 | 1) => {
    const [a, b, c, d] = [0, 2, 4, 6].map(first => numbers[first + place]!) as [number, number, number, number]
    const rest = 1 - step
    return rest ** 3 * a + 3 * rest ** 2 * step * b + 3 * rest * step ** 2 * c + step ** 3 * d
  }
  return [...boxes].flatMap(([uid, { x, y, width, height }]) => {
    const inside = Array.from({ length: 99 }, (_, step) => (step + 1) / 100).some(step => {
      const [left, top] = [at(step, 0), at(step, 1)]
      return left > x + 1 && left < x + width - 1 && top > y + 1 && top < y + height - 1
    })
    return inside ? [uid] : []
  })
}

const graphs = fc.integer({ min: 1, max: 30 }).chain(size => {
  const uid = fc.nat(size - 1).map(String)
  return fc.record({
    uids: fc.constant(Array.from({ length: size }, (_, index) => String(index))),
    edges: fc.array(fc.record({ from: uid, to: uid }), { maxLength: 60 }),
  })
})

test('boxes never overlap, and every line goes from its box to the other without passing a third', () => {
  fc.assert(
    fc.property(graphs, ({ uids, edges }) => {
      const picture = layOut(uids, edges, { gap: GAP })
      const boxes = uids.map(uid => picture.boxes.get(uid)!)
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(picture.width)
        expect(box.y + box.height).toBeLessThanOrEqual(picture.height)
        expect(boxes.slice(index + 1).some(other => overlap(box, other))).toBe(false)
      }
      expect(picture.curves).toHaveLength(edges.length)
      for (const [index, { from, to }] of edges.entries()) {
        const { start, end } = picture.curves[index]!
        expect([touches(start, picture.boxes.get(from)!), touches(end, picture.boxes.get(to)!)]).toEqual([true, true])
        expect(passed(picture, index)).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
})

function touches({ x, y, side }: Picture['curves'][number]['start'], box: Box): boolean {
  return x === (side === 'right' ? box.x + box.width : box.x) && y > box.y && y < box.y + box.height
}

test('the lines of a tree do not cross', () => {
  const edges = Array.from({ length: 40 }, (_, index) => ({
    from: String((index - (index % 3)) / 3),
    to: String(index + 1),
  }))
  const uids = Array.from({ length: 41 }, (_, index) => String(index))
  const neighbours = neighbourMap(uids, [...edges].reverse())
  expect(crossings(layersOf(uids, neighbours), neighbours)).toBe(0)
})

test('a box in the middle has what leads to it on its left, and what it leads to on its right', () => {
  const edges = [
    { from: 'article', to: 'tag' },
    { from: 'page', to: 'article' },
    { from: 'tag', to: 'article' },
    { from: 'article', to: 'article' },
  ]
  const { boxes, curves } = layOut(['tag', 'article', 'page'], edges, { gap: GAP, centre: 'article' })
  const left = (uid: string) => boxes.get(uid)!.x
  expect(left('page')).toBeLessThan(left('article'))
  expect(left('article')).toBeLessThan(left('tag'))
  expect(curves.map(({ start, end }) => `${start.side} ${end.side}`)).toEqual([
    'right left',
    'right left',
    'left right',
    'right right',
  ])
})

test('no boxes make an empty picture, and one box has room', () => {
  expect(layOut([], [], { gap: GAP })).toMatchObject({ curves: [] })
  expect(layOut(['a'], [], { gap: GAP }).boxes.get('a')).toMatchObject({ x: 8, y: 8 })
})

/** As in large projects: most types have the same few components and relations to some others. */
function project(size: number): { readonly uids: readonly string[]; readonly edges: readonly Edge[] } {
  const uids = Array.from({ length: size }, (_, index) => String(index))
  const edges = uids.flatMap((from, index) => [
    { from, to: '0' },
    { from, to: String((index * 7) % size) },
    { from, to: String((index * 13 + 5) % size) },
  ])
  return { uids, edges }
}

test('five hundred types are laid out while one waits', () => {
  const { uids, edges } = project(500)
  const start = performance.now()
  expect(layOut(uids, edges, { gap: GAP }).curves).toHaveLength(1500)
  expect(performance.now() - start).toBeLessThan(2000)
})
