/** Releases: entries of two types go live, or back, together. Killed in the middle, all of them do or none, and so does the release. */
import { Ledger, type State } from '../harness/ledger.ts'
import type { Scenario } from '../harness/scenario.ts'
import { underLoad } from '../harness/under-load.ts'
import type { Answer, World } from '../harness/world.ts'
import { Writer } from '../harness/writers.ts'

const WRITERS = 3
const MOST_ENTRIES = 8
const API = '/admin/api'
const ITEM = 'api::item.item'
const LABEL = 'api::label.label'

type Action = 'publish' | 'unpublish'

/** One of a writer's own, and what it knows of it for certain. */
interface Entry {
  readonly uid: typeof ITEM | typeof LABEL
  readonly id: number
  readonly code: string
  shown: Shown
  /** A text that waits to be published. */
  waiting: string | null
}

/** What is read back of an entry; labels have no text. */
interface Shown {
  readonly text: string | null
  readonly status: 'draft' | 'published' | 'modified'
}

export const releases: Scenario = {
  name: 'releases',
  weight: 2,
  open: async stage => {
    const ledger = new Ledger()
    const writers = (stopped: () => boolean) =>
      Array.from({ length: WRITERS }, () => new Writer({ ...stage, ledger }).loop(stopped, releaser()))
    return underLoad(stage, { ledger, writers, during: GO_LIVE, found: () => shownIn(stage.world) })
  },
}

const PREPARE = 'prepare'
const GO_LIVE = 'go live'

function releaser(): (writer: Writer) => Promise<void> {
  const entries: Entry[] = []
  return async writer => {
    const { random } = writer
    if (entries.length < MOST_ENTRIES) {
      entries.push(await create(writer))
      return
    }
    const published = entries.filter(({ uid, shown }) => uid === ITEM && shown.status !== 'draft')
    for (const entry of random.picks(published, random.below(3))) await wait(writer, entry)
    await release(writer, random.picks(entries, 4 + random.below(MOST_ENTRIES - 3)))
  }
}

async function create(writer: Writer): Promise<Entry> {
  const code = writer.newCode()
  const uid = writer.random.chance(0.5) ? ITEM : LABEL
  const shown: Shown = { text: uid === ITEM ? `first ${code}` : null, status: 'draft' }
  const data = uid === ITEM ? { title: code, code, text: shown.text } : { name: code }
  const made = await writer.change(PREPARE, { [code]: shown }, ['POST', `${API}/content/${uid}`, { data }])
  return { uid, id: made.data.id, code, shown, waiting: null }
}

/** A change of a published entry waits. */
async function wait(writer: Writer, entry: Entry): Promise<void> {
  const text = `then ${writer.newCode()}`
  const shown: Shown = { ...entry.shown, status: 'modified' }
  const request = ['PUT', `${API}/content/${entry.uid}/${entry.id}`, { data: { text }, pending: true }] as const
  await writer.change(PREPARE, { [entry.code]: shown }, request)
  Object.assign(entry, { shown, waiting: text })
}

async function release(writer: Writer, chosen: readonly Entry[]): Promise<void> {
  const name = `release ${writer.newCode()}`
  const state = (entries: number, is: string) => ({ [name]: { entries, state: is } })
  const { data } = await writer.change(PREPARE, state(0, 'open'), ['POST', `${API}/releases`, { name }])
  const place = `${API}/releases/${data.id}`
  const acts = chosen.map(entry => ({ entry, action: actionFor(writer, entry) }))
  let added = 0
  for (const uid of [ITEM, LABEL] as const)
    for (const action of ['publish', 'unpublish'] as const) {
      const ids = acts.filter(act => act.entry.uid === uid && act.action === action).map(({ entry }) => entry.id)
      if (ids.length === 0) continue
      added += ids.length
      await writer.change(PREPARE, state(added, 'open'), ['POST', `${place}/items`, { uid, action, ids }])
    }
  const after = acts.map(({ entry, action }) => [entry, shownAfter(entry, action)] as const)
  const changes = Object.fromEntries(after.map(([{ code }, shown]) => [code, shown]))
  await writer.change(GO_LIVE, { ...changes, ...state(added, 'done') }, ['POST', `${place}/publish`, {}])
  for (const [entry, shown] of after) Object.assign(entry, { shown, waiting: null })
  if (writer.random.chance(0.7)) await writer.change(PREPARE, { [name]: null }, ['DELETE', place])
}

function actionFor({ random }: Writer, { shown }: Entry): Action {
  return shown.status === 'draft' || random.chance(0.3) ? 'publish' : 'unpublish'
}

/** What waited becomes part of the entry in both cases. */
function shownAfter({ shown, waiting }: Entry, action: Action): Shown {
  return { text: waiting ?? shown.text, status: action === 'publish' ? 'published' : 'draft' }
}

const PAGE = 100
/** Those of the writers. */
const OWN = /^w\w+-\d+$/

async function shownIn(world: World): Promise<ReadonlyMap<string, State>> {
  const found = new Map<string, State>()
  for (const [uid, key, columns] of [
    [ITEM, 'code', 'code,text'],
    [LABEL, 'name', 'name'],
  ] as const)
    for (const { status, values } of await listed(world, `content/${uid}?sort=id&columns=${columns}`))
      if (OWN.test(values[key])) found.set(values[key], { text: values.text ?? null, status })
  for (const state of ['open', 'done'])
    for (const each of await read(world, `releases?state=${state}`))
      found.set(each.name, { entries: each.count, state: each.state })
  return found
}

async function listed(world: World, path: string): Promise<readonly Answer['body'][]> {
  const found: Answer['body'][] = []
  for (let page = 1; ; page += 1) {
    const rows = await read(world, `${path}&pagination[page]=${page}&pagination[pageSize]=${PAGE}`)
    found.push(...rows)
    if (rows.length < PAGE) return found
  }
}

async function read(world: World, path: string): Promise<readonly Answer['body'][]> {
  const { status, body } = await world.send('GET', `${API}/${path}`)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}
