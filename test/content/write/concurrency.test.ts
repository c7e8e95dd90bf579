/**
 * Many writers at once: every answer is a 200 or an honest refusal, nothing that was acknowledged is lost, and what must
 * be single stays single. A few seconds each; `WRITERS_SECONDS=30 npx vitest run test/content/write/concurrency.test.ts` for long.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { orphansOf } from './orphans.ts'
import { type Answer, openWriteApp, query, type WriteApp, writeAppOn } from './write-app.ts'

const WRITERS = 64
/** For each of the tests below. */
const SECONDS = Number(process.env.WRITERS_SECONDS ?? 2) / 5
const TIMEOUT = 180_000 + SECONDS * 5000

describe.each([...CLIENTS, 'two servers on postgres'] as const)('64 writers on %s', client => {
  let servers: readonly WriteApp[]
  let people: readonly number[]
  let labels: readonly number[]

  beforeAll(async () => {
    const first = await openWriteApp(client === 'sqlite' ? 'sqlite' : 'postgres')
    servers = client === 'two servers on postgres' ? [first, await writeAppOn(first.database)] : [first]
    people = await createMany(first, 'people', 8)
    labels = await createMany(first, 'labels', WRITERS)
  })

  const server = (index: number): WriteApp => servers[index % servers.length]!
  const rows = (text: string) => query(servers[0]!.database, text)

  it(
    'one of those that want a unique value gets it',
    async () => {
      await inRounds(async round => {
        const answers = await everyWriter(index =>
          index % 2 === 0
            ? server(index >> 1).send('POST', 'people', { name: `n${index}`, email: `same${round}@example.test` })
            : server(index >> 1).send('POST', 'items', {
                title: 't',
                links: [{ label: 'l', serial: `serial ${round}` }],
              }),
        )
        for (const part of [0, 1]) {
          const statuses = answers.filter((_, index) => index % 2 === part).map(({ status }) => status)
          expect(statuses.filter(status => status === 200)).toHaveLength(1)
        }
        const refused = answers.filter(({ status }) => status !== 200)
        for (const { body } of refused) expect(body.error?.message).toBe('This attribute must be unique')
      })
      expect(await rows(`select email from people where email is not null group by email having count(*) > 1`)).toEqual(
        [],
      )
      expect(await rows('select serial from components_parts_links group by serial having count(serial) > 1')).toEqual(
        [],
      )
      const items = await rows('select count(*) from items')
      expect(items).toEqual(await rows('select count(*) from components_parts_links'))
    },
    TIMEOUT,
  )

  it(
    'no connected entry is lost',
    async () => {
      await inRounds(async () => {
        const item = await servers[0]!.create('items', { title: 'many tags' })
        const answers = await everyWriter(index => {
          const label = labels[index]!
          // From either side, and sometimes from both at once.
          if (index % 3 === 0) return server(index).send('PUT', `labels/${label}`, { items: { connect: [item] } })
          return server(index).send('PUT', `items/${item}`, { tags: { connect: [label] } })
        })
        expect(failures(answers)).toEqual([])
        const linked = await rows(`select label_id, label_order from items_tags_links where item_id = ${item}`)
        expect(linked.map(([label]) => Number(label)).toSorted(byNumber)).toEqual(labels.toSorted(byNumber))
        expect(new Set(linked.map(([, order]) => Number(order))).size).toBe(labels.length)
        const again = await everyWriter(index => {
          const label = labels[index >> 1]!
          if (index % 2 === 0) return server(index).send('PUT', `labels/${label}`, { items: { disconnect: [item] } })
          return server(index).send('PUT', `items/${item}`, { tags: { disconnect: [label] } })
        })
        expect(failures(again)).toEqual([])
        const left = await rows(`select label_id from items_tags_links where item_id = ${item}`)
        expect(left.map(([label]) => Number(label)).toSorted(byNumber)).toEqual(
          labels.slice(WRITERS / 2).toSorted(byNumber),
        )
      })
    },
    TIMEOUT,
  )

  it(
    'the same link, made from both sides at once, is one',
    async () => {
      await inRounds(async () => {
        const [item, label] = [await servers[0]!.create('items', { title: 't' }), labels[0]!]
        const answers = await everyWriter(index =>
          index % 2 === 0
            ? server(index >> 1).send('PUT', `labels/${label}`, { items: { connect: [item] } })
            : server(index >> 1).send('PUT', `items/${item}`, { tags: { connect: [label] } }),
        )
        expect(failures(answers)).toEqual([])
        expect(await rows(`select label_id from items_tags_links where item_id = ${item}`)).toHaveLength(1)
      })
    },
    TIMEOUT,
  )

  it(
    'what has one owner keeps one',
    async () => {
      const items = await createMany(servers[0]!, 'items', 16)
      await inRounds(async () => {
        const answers = await everyWriter(index => {
          const [item, person] = [items[index % 16]!, people[(index * 5) % 8]!]
          if (index % 4 === 0) return server(index).send('PUT', `people/${person}`, { favourite: item, items: [item] })
          if (index % 4 === 1) return server(index).send('PUT', `items/${item}`, { next: items[(index * 7) % 16] })
          if (index % 4 === 2) return server(index).send('PUT', `items/${item}`, { downs: [items[(index * 3) % 16]] })
          return server(index).send('PUT', `items/${item}`, { pair: person, owner: person })
        })
        expect(failures(answers)).toEqual([])
        const single = { items_pair_links: ['item_id', 'person_id'], items_next_links: ['item_id', 'inv_item_id'] }
        const owned = { items_owner_links: ['item_id'], items_up_links: ['item_id'] }
        for (const [table, columns] of Object.entries({ ...single, ...owned })) {
          for (const column of columns) {
            const twice = await rows(`select ${column} from ${table} group by ${column} having count(*) > 1`)
            expect({ table, column, twice }).toEqual({ table, column, twice: [] })
          }
        }
      })
    },
    TIMEOUT,
  )

  it(
    'an entry that all of them change is as one of them wanted it',
    async () => {
      await inRounds(async () => {
        const item = await servers[0]!.create('items', { title: 'before', links: [{ label: 'before' }] })
        const wanted = (index: number) => ({
          title: `w${index}`,
          tags: [labels[index]!, labels[(index + 1) % WRITERS]!],
          links: [{ label: `w${index}` }, { label: `w${index}` }],
          head: { text: `w${index}`, main: { label: `w${index}` } },
        })
        const answers = await everyWriter(index => server(index).send('PUT', `items/${item}`, wanted(index)))
        expect(failures(answers)).toEqual([])
        const { body } = await servers[0]!.send(
          'GET',
          `items/${item}?populate[tags]=true&populate[links]=true&populate[head]=true`,
        )
        const { attributes } = body.data as { attributes: { title: string; tags: { data: { id: number }[] } } }
        const winner = Number(attributes.title.slice(1))
        expect(attributes.tags.data.map(({ id }) => id)).toEqual(wanted(winner).tags)
        expect(attributes).toMatchObject({ links: wanted(winner).links, head: { text: `w${winner}` } })
        expect(await rows(`select id from items_components where entity_id = ${item}`)).toHaveLength(3)
      })
      expect(await orphansOf(servers[0]!.database)).toEqual([])
    },
    TIMEOUT,
  )

  it(
    'entries come and go under the hands of others',
    async () => {
      await inRounds(async () => {
        const [item, ...others] = await createMany(servers[0]!, 'items', 8)
        const answers = await everyWriter(index => {
          const other = others[index % others.length]!
          const body = { links: [{ label: 'l', to: people[0] }], blocks: [{ __component: 'blocks.people', people }] }
          switch (index % 4) {
            case 0:
              return server(index >> 2).send('POST', 'items', { title: 't', friends: [other], ...body })
            case 1:
              return server(index >> 2).send('DELETE', `items/${other}`)
            case 2:
              return server(index >> 2).send('PUT', `items/${other}`, { up: item, ...body })
            default:
              return server(index >> 2).send('PUT', `items/${item}`, { friends: { connect: [other] }, ...body })
          }
        })
        const isGone = ({ status, body }: Answer) =>
          status === 404 || (status === 400 && /do(es)? not exist/.test(body.error?.message ?? ''))
        expect(failures(answers.filter(answer => !isGone(answer)))).toEqual([])
        const deletions = answers.filter((_, index) => index % 4 === 1)
        expect(deletions.filter(({ status }) => status === 200)).toHaveLength(others.length)
      })
      expect(await orphansOf(servers[0]!.database)).toEqual([])
    },
    TIMEOUT,
  )

  it(
    'a single type and a locale are made once',
    async () => {
      await inRounds(async () => {
        const item = await servers[0]!.create('items', { title: 't' })
        const answers = await everyWriter(index => {
          const body = JSON.stringify({ locale: 'fr', title: `${index}` })
          if (index % 2 === 0) return server(index >> 1).send('PUT', 'setting', { name: `${index}` })
          return server(index >> 1).sendText('POST', `items/${item}/localizations`, body)
        })
        expect(failures(answers.filter((_, index) => index % 2 === 0))).toEqual([])
        const made = answers.filter((_, index) => index % 2 === 1)
        expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(made.filter(({ status }) => status >= 500)).toEqual([])
        expect(await rows('select id from settings')).toHaveLength(1)
        await servers[0]!.send('DELETE', 'setting')
      })
    },
    TIMEOUT,
  )
})

/** As often as the time allows, at least once. */
async function inRounds(work: (round: number) => Promise<void>): Promise<void> {
  const end = Date.now() + (SECONDS * 5000) / 7
  let round = 0
  for (; round === 0 || Date.now() < end; round++) await work(round)
  if (process.env.WRITERS_SECONDS === undefined) return
  process.stdout.write(`${expect.getState().currentTestName}: ${round} rounds of ${WRITERS} writers\n`)
}

function everyWriter(write: (index: number) => Promise<Answer>): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)))
}

function failures(answers: readonly Answer[]): readonly string[] {
  return answers.filter(({ status }) => status !== 200).map(answer => JSON.stringify(answer))
}

function createMany(writes: WriteApp, path: string, count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => writes.create(path, { name: `${n}`, title: `${n}` })))
}

const byNumber = (a: number, b: number): number => a - b
