/** What editors do in the panel: drafts, publishing, copies, translations, and changes of many entries at once. */
import { bodyOf, type Item, randomItem, readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Scenario } from '../harness/scenario.ts'
import { underLoad } from '../harness/under-load.ts'
import { type Doc, Writer } from '../harness/writers.ts'

const WRITERS = 4
const MOST_DOCS = 14
const CONTENT = '/admin/api/content/api::item.item'

export const management: Scenario = {
  name: 'management',
  weight: 3,
  open: async stage => {
    const ledger = new Ledger()
    const writers = () => Array.from({ length: WRITERS }, () => new Writer({ ...stage, ledger }))
    return underLoad(stage, {
      ledger,
      writers: stopped => writers().map(writer => writer.loop(stopped, act)),
      found: () => readItems(stage.world),
    })
  },
}

async function act(writer: Writer): Promise<void> {
  const { random, docs } = writer
  if (docs.length < 3) return create(writer)
  await random.pick(docs.length < MOST_DOCS ? ACTS : [removeMany])(writer, random.pick(docs))
}

async function create(writer: Writer): Promise<void> {
  const code = writer.newCode()
  const item = { ...randomItem(writer.random, writer.world.seeds), published: false }
  const data = bodyOf(item, code, writer.world.seeds)
  const made = await writer.change('draft', { [code]: item }, ['POST', CONTENT, { data }])
  writer.docs.push({ en: { id: made.data.id, code, item }, fr: undefined })
}

async function save(writer: Writer, { en }: Doc): Promise<void> {
  const { rank, published, translations } = en.item
  const item = { ...randomItem(writer.random, writer.world.seeds), rank, published, translations }
  const data = bodyOf(item, en.code, writer.world.seeds)
  await writer.change('save', { [en.code]: item }, ['PUT', `${CONTENT}/${en.id}`, { data }])
  en.item = item
}

async function publish(writer: Writer, { en }: Doc): Promise<void> {
  const item = { ...en.item, published: !en.item.published }
  const action = item.published ? 'publish' : 'unpublish'
  await writer.change(action, { [en.code]: item }, ['POST', `${CONTENT}/${en.id}/${action}`, {}])
  en.item = item
}

async function clone(writer: Writer, { en }: Doc): Promise<void> {
  const code = writer.newCode()
  const item: Item = { ...en.item, published: false, translations: [] }
  const made = await writer.change('clone', { [code]: item }, ['POST', `${CONTENT}/${en.id}/clone`, { data: { code } }])
  writer.docs.push({ en: { id: made.data.id, code, item }, fr: undefined })
}

/** All of them, or none. */
async function many(
  writer: Writer,
  action: string,
  change: (item: Item) => Item | null,
  data?: object,
): Promise<readonly Doc[]> {
  const docs = writer.random.picks(writer.docs, 2 + writer.random.below(6))
  const changes = docs.map(({ en }) => [en.code, change(en.item)] as const)
  const body = { action, ids: docs.map(({ en }) => en.id), ...(data === undefined ? {} : { data }) }
  await writer.change(`${action} many`, Object.fromEntries(changes), ['POST', `${CONTENT}/bulk`, body])
  for (const { en } of docs) en.item = change(en.item) ?? en.item
  return docs
}

async function editMany(writer: Writer): Promise<void> {
  const text = writer.newCode()
  await many(writer, 'edit', item => ({ ...item, text }), { text })
}

async function publishMany(writer: Writer): Promise<void> {
  const published = writer.random.chance(0.5)
  await many(writer, published ? 'publish' : 'unpublish', item => ({ ...item, published }))
}

async function removeMany(writer: Writer): Promise<void> {
  const removed = await many(writer, 'delete', () => null)
  writer.docs = writer.docs.filter(doc => !removed.includes(doc))
}

const ACTS = [create, create, save, publish, clone, clone, editMany, publishMany, removeMany] as const
