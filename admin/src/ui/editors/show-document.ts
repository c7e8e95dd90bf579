/** Shows another document in an editor. Blocks that are the same stay, with the cursor in them and what can be undone there. */
import type { Editor, JSONContent } from '@tiptap/core'
import { longestCommon, pairsBetween } from '../diffs/longest-common.ts'

type Node = Editor['state']['doc']
type Transaction = Editor['state']['tr']

const MOST_PAIRS = 1_000_000

export function showDocument({ state, view }: Editor, document: JSONContent): void {
  const { tr } = state
  const [old, fresh] = [[...state.doc.children], [...state.schema.nodeFromJSON(document).children]]
  const starts = startsOf(old)
  let [oldEnd, freshEnd] = [old.length, fresh.length]
  // From the end, so that the places before are still right.
  for (const [here, there] of [[-1, -1] as const, ...commonBlocks(old, fresh)].toReversed()) {
    const [before, after] = [old.slice(here + 1, oldEnd), fresh.slice(there + 1, freshEnd)]
    replaceBlocks(tr, starts[here + 1]!, before, after)
    if (here >= 0) setAttributes(tr, starts[here]!, old[here]!, fresh[there]!)
    oldEnd = here
    freshEnd = there
  }
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
}

/** Where each block begins, and where the last one ends. */
function startsOf(blocks: readonly Node[]): readonly number[] {
  const starts = [0]
  for (const block of blocks) starts.push(starts.at(-1)! + block.nodeSize)
  return starts
}

function commonBlocks(old: readonly Node[], fresh: readonly Node[]): readonly (readonly [number, number])[] {
  const texts = (blocks: readonly Node[]) => blocks.map(block => JSON.stringify(block))
  const [before, after] = [texts(old), texts(fresh)]
  return pairsBetween(before, after) > MOST_PAIRS ? [] : longestCommon(before, after)
}

function replaceBlocks(tr: Transaction, start: number, before: readonly Node[], after: readonly Node[]): void {
  const [block] = before
  const [other] = after
  const isOne = before.length === 1 && after.length === 1 && block!.isTextblock && block!.type === other!.type
  if (isOne) {
    replaceInside(tr, start, block!, other!)
    setAttributes(tr, start, block!, other!)
    return
  }
  const end = before.reduce((place, { nodeSize }) => place + nodeSize, start)
  if (after.length > 0) tr.replaceWith(start, end, [...after])
  else if (end > start) tr.delete(start, end)
}

/** Only what differs within one block. */
function replaceInside(tr: Transaction, start: number, before: Node, after: Node): void {
  const from = before.content.findDiffStart(after.content)
  const ends = before.content.findDiffEnd(after.content)
  if (from === null || ends === null) return
  // The same letter on both sides of a difference counts once.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  tr.replace(start + 1 + from, start + 1 + ends.a + overlap, after.slice(from, ends.b + overlap))
}

/** What is not shown, such as where a block was written. */
function setAttributes(tr: Transaction, place: number, before: Node, after: Node): void {
  for (const [name, value] of Object.entries(after.attrs))
    if (before.attrs[name] !== value) tr.setNodeAttribute(place, name, value)
}
