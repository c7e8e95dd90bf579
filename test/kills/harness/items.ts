/** Entries of the type that has everything, as they are sent and as they are read back. */
import type { Random } from '../../content/kept/exact/random.ts'
import type { Answer, Named, Seeds, World } from './world.ts'

/** What is read back of an entry. Names stand for related things. */
export interface Item {
  readonly title: string
  readonly text: string | null
  readonly rank: number | null
  readonly locale: string
  readonly published: boolean
  readonly owner: string | null
  readonly tags: readonly string[]
  readonly gallery: readonly string[]
  readonly links: readonly string[]
  readonly head: readonly [text: string, main: string] | null
  readonly blocks: readonly string[]
  /** The codes of its translations. */
  readonly translations: readonly string[]
}

const WORDS = ['tide', 'hill', 'river', 'stone', 'wind', 'harbour', 'lantern', 'meadow']

const names = (things: readonly Named[]) => things.map(({ name }) => name)
const ids = (things: readonly Named[], wanted: readonly string[]) =>
  wanted.map(name => things.find(thing => thing.name === name)!.id)

export function randomItem(random: Random, seeds: Seeds): Item {
  const words = () => `${random.pick(WORDS)} ${random.pick(WORDS)}`
  const several = () => Array.from({ length: random.below(4) }, words)
  return {
    title: words(),
    text: words(),
    rank: random.below(100),
    locale: 'en',
    published: true,
    owner: random.pick(names(seeds.people)),
    tags: random.picks(names(seeds.labels), random.below(4)),
    gallery: random.picks(names(seeds.files), random.below(4)),
    links: several(),
    head: random.chance(0.7) ? [words(), words()] : null,
    blocks: several(),
    translations: [],
  }
}

/** The `data` of a request that makes an entry so. Lists replace what is there. */
export function bodyOf(item: Item, code: string, seeds: Seeds): object {
  const { title, text, rank, owner, head } = item
  return {
    ...{ title, text, rank, code },
    owner: owner === null ? null : ids(seeds.people, [owner])[0],
    tags: ids(seeds.labels, item.tags),
    gallery: ids(seeds.files, item.gallery),
    links: item.links.map(label => ({ label })),
    head: head === null ? null : { text: head[0], main: { label: head[1] } },
    blocks: item.blocks.map((words, index) =>
      index % 2 === 0
        ? { __component: 'blocks.text', text: words }
        : { __component: 'blocks.people', heading: words, people: [seeds.people[0]!.id], link: { label: words } },
    ),
  }
}

const POPULATE = [
  ...['owner', 'tags', 'gallery', 'links', 'localizations'].map(name => `populate[${name}]=*`),
  ...['populate[head][populate]=main', 'populate[blocks][populate]=*'],
].join('&')
const PAGE = 100

/** Every entry by its code, as the API shows it. */
export async function readItems(world: World): Promise<Map<string, Item>> {
  const found = new Map<string, Item>()
  for (let page = 1; ; page += 1) {
    const query = `sort=id&locale=all&publicationState=preview&pagination[page]=${page}&pagination[pageSize]=${PAGE}`
    const { status, body } = await world.send('GET', `/api/items?${query}&${POPULATE}`)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    for (const { attributes } of body.data) {
      if (found.has(attributes.code)) throw new Error(`${attributes.code} is there twice`)
      found.set(attributes.code, itemOf(attributes))
    }
    if (body.data.length < PAGE) return found
  }
}

type Attributes = Readonly<Record<string, Answer['body']>>

function itemOf(entry: Attributes): Item {
  const related = (name: string, key: string): string[] =>
    (entry[name]?.data ?? []).map(({ attributes }: { attributes: Attributes }) => attributes[key])
  return {
    title: entry.title,
    text: entry.text,
    rank: entry.rank,
    locale: entry.locale,
    published: entry.publishedAt !== null,
    owner: entry.owner?.data?.attributes.name ?? null,
    tags: related('tags', 'name'),
    gallery: related('gallery', 'name'),
    links: (entry.links ?? []).map((link: Attributes) => link.label),
    head: entry.head === null ? null : [entry.head.text, entry.head.main?.label],
    blocks: (entry.blocks ?? []).map(blockText),
    translations: related('localizations', 'code').sort(),
  }
}

/** A block without one of its parts has no text that was ever written. */
function blockText(block: Attributes): string {
  if (block.__component === 'blocks.text') return block.text
  const isWhole = block.people?.data?.length === 1 && block.link?.label === block.heading
  return isWhole ? block.heading : `half of ${JSON.stringify(block)}`
}
