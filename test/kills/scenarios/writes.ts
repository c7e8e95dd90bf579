/** Writes of every kind through the content API. */
import { bodyOf, type Item, randomItem, readItems } from '../harness/items.ts'
import { Ledger } from '../harness/ledger.ts'
import type { Scenario } from '../harness/scenario.ts'
import { underLoad } from '../harness/under-load.ts'
import { type Doc, Writer } from '../harness/writers.ts'

const WRITERS = 6
/** Enough to choose from; more make every look at the tables longer. */
const MOST_DOCS = 8

export const writes: Scenario = {
  name: 'writes',
  weight: 5,
  open: async stage => {
    const ledger = new Ledger()
    const newWriters = () => Array.from({ length: WRITERS }, () => new Writer({ ...stage, ledger }))
    return underLoad(stage, {
      ledger,
      // New ones after each crash: what the old ones have written stays as it is.
      writers: stopped => newWriters().map(writer => writer.loop(stopped, act)),
      found: () => readItems(stage.world),
    })
  },
}

async function act(writer: Writer): Promise<void> {
  const { random, docs } = writer
  if (docs.length === 0 || (docs.length < MOST_DOCS && random.chance(0.3))) return void (await writer.create())
  const doc = random.pick(docs)
  await random.pick(docs.length >= MOST_DOCS ? [remove] : ACTS)(writer, doc)
}

/** Everything but what belongs to all translations alike. */
async function update(writer: Writer, { en }: Doc): Promise<void> {
  const { rank, published, translations } = en.item
  const item = { ...randomItem(writer.random, writer.world.seeds), rank, published, translations }
  const data = bodyOf(item, en.code, writer.world.seeds)
  await writer.change('update', { [en.code]: item }, ['PUT', `/api/items/${en.id}`, { data }])
  en.item = item
}

async function connect(writer: Writer, { en }: Doc): Promise<void> {
  const { labels } = writer.world.seeds
  const added = labels.find(({ name }) => !en.item.tags.includes(name))
  const removed = labels.find(({ name }) => en.item.tags.includes(name))
  const kept = en.item.tags.filter(name => name !== removed?.name)
  const item = { ...en.item, tags: added === undefined ? kept : [...kept, added.name] }
  const tags = { connect: added ? [added.id] : [], disconnect: removed ? [removed.id] : [] }
  await writer.change('connect', { [en.code]: item }, ['PUT', `/api/items/${en.id}`, { data: { tags } }])
  en.item = item
}

async function publish(writer: Writer, { en }: Doc): Promise<void> {
  const item = { ...en.item, published: !en.item.published }
  const data = { publishedAt: item.published ? new Date().toISOString() : null }
  await writer.change('publish', { [en.code]: item }, ['PUT', `/api/items/${en.id}`, { data }])
  en.item = item
}

/** A number that all translations share. */
async function rank(writer: Writer, { en, fr }: Doc): Promise<void> {
  const value = writer.random.below(1000)
  const versions = fr === undefined ? [en] : [en, fr]
  const items = versions.map(({ code, item }) => [code, { ...item, rank: value }] as const)
  const data = { rank: value }
  await writer.change('rank', Object.fromEntries(items), ['PUT', `/api/items/${en.id}`, { data }])
  for (const [index, version] of versions.entries()) version.item = items[index]![1]
}

async function translate(writer: Writer, doc: Doc): Promise<void> {
  const { en } = doc
  if (doc.fr !== undefined) return update(writer, doc)
  const code = `${en.code}-fr`
  const { seeds } = writer.world
  const translation: Item = {
    ...randomItem(writer.random, seeds),
    ...{ rank: en.item.rank, locale: 'fr', published: false, translations: [en.code] },
  }
  const item = { ...en.item, translations: [code] }
  const body = { ...bodyOf(translation, code, seeds), locale: 'fr' }
  const changes = { [en.code]: item, [code]: translation }
  const made = await writer.change('translate', changes, ['POST', `/api/items/${en.id}/localizations`, body])
  en.item = item
  doc.fr = { id: made.id, code, item: translation }
}

async function remove(writer: Writer, doc: Doc): Promise<void> {
  const { en, fr } = doc
  const others = fr === undefined ? {} : { [fr.code]: { ...fr.item, translations: [] } }
  await writer.change('delete', { [en.code]: null, ...others }, ['DELETE', `/api/items/${en.id}`])
  writer.docs = writer.docs.filter(other => other !== doc)
}

const ACTS = [update, update, connect, publish, rank, translate, translate, remove] as const
