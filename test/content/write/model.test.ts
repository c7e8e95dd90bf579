/**
 * Random sequences of writes, on the server and on a model in memory: afterwards everything that can be read is as the
 * model has it, and the tables hold nothing else. `PROPERTY_RUNS=20` multiplies the number of sequences.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertProperty, PROPERTY_TIMEOUT } from '../../properties/assert-property.ts'
import { CLIENTS } from '../../support/databases.ts'
import { orphansOf } from './orphans.ts'
import { type Answer, type Entry, openWriteApp, type WriteApp } from './write-app.ts'
import {
  type Change,
  type Component,
  type Connect,
  changed,
  type Item,
  SIDES,
  type TypeName,
  WriteModel,
} from './write-model.ts'

const RUNS = 12
const STEPS = 50
const LOCALES = ['en', 'fr', 'de']
/** Few enough to be taken now and then. */
const CODES = [null, null, null, 'a', 'b', 'c', 'd']
/** Files are written in a way of their own, so that they are chosen more often. */
const CHOSEN_SIDES = [...SIDES, ...SIDES.filter(({ target }) => target === 'files').flatMap(of => [of, of, of])]

const OPERATIONS = [
  'create',
  'relate',
  'relate',
  'relate',
  'components',
  'components',
  'componentRelations',
  'scalars',
  'translate',
  'delete',
] as const

/** What to do, and numbers that choose among what there is then. */
const step = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  choices: fc.array(fc.nat(997), { minLength: 24, maxLength: 24 }),
})
type Step = { readonly operation: (typeof OPERATIONS)[number]; readonly choices: readonly number[] }

describe.each(CLIENTS)('random writes on %s', client => {
  let writes: WriteApp

  beforeAll(async () => {
    writes = await openWriteApp(client)
  })

  it(
    'leave what the model says',
    async () => {
      // Without a bias towards short sequences and small numbers, which would hardly ever meet each other.
      const sequences = fc.noBias(fc.array(step, { minLength: 1, maxLength: STEPS, size: 'max' }))
      await assertProperty(
        fc.asyncProperty(sequences, async steps => {
          await removeAll(writes)
          const run = new Run(writes)
          await run.begin()
          for (const next of steps) await run.take(next)
          await run.compare()
        }),
        RUNS,
      )
    },
    PROPERTY_TIMEOUT,
  )

  it('the single type is one entry, whatever is written to it', async () => {
    const people = [await writes.create('people', { name: 'a' }), await writes.create('people', { name: 'b' })]
    const read = async () => (await writes.send('GET', 'setting?populate=*')).body.data
    for (const star of people) {
      await writes.send('PUT', 'setting', { name: `${star}`, star, link: { label: 'x' } })
      expect(await read()).toMatchObject({ attributes: { name: `${star}`, star: { data: { id: star } } } })
    }
    expect((await writes.send('DELETE', 'setting')).status).toBe(200)
    expect((await writes.send('GET', 'setting')).status).toBe(404)
    expect(await orphansOf(writes.database)).toEqual([])
  })
})

/** One sequence: every step goes to the server and to the model. */
class Run {
  readonly #writes: WriteApp
  readonly #model = new WriteModel()
  /** What a body says of components that stay; the model has what they are afterwards. */
  readonly #said = new WeakMap<object, Component>()
  #choices: number[] = []

  constructor(writes: WriteApp) {
    this.#writes = writes
  }

  async begin(): Promise<void> {
    const { body } = await this.#writes.send('GET', 'upload/files')
    for (const { id } of body as unknown as { id: number }[]) this.#model.files.add(id)
    expect(this.#model.files.size).toBeGreaterThan(2)
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      this.#model.people.add(await this.#writes.create('people', { name }))
      this.#model.labels.add(await this.#writes.create('labels', { name }))
      this.#choices = [0, CODES.indexOf('a') + index, 1]
      await this.#create()
    }
  }

  async take({ operation, choices }: Step): Promise<void> {
    this.#choices = [...choices]
    if (operation === 'create') return this.#create()
    if (operation === 'relate') return this.#relate()
    if (this.#model.items.size === 0) return
    if (operation === 'components') return this.#writeComponents()
    if (operation === 'componentRelations') return this.#relateInComponent()
    if (operation === 'scalars') return this.#writeScalars()
    if (operation === 'translate') return this.#translate()
    return this.#delete()
  }

  #next(below: number): number {
    return (this.#choices.shift() ?? 0) % Math.max(1, below)
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#next(from.length)]!
  }

  #some(from: readonly number[], most: number): readonly number[] {
    const count = this.#next(most + 1)
    return [...new Set(Array.from({ length: from.length === 0 ? 0 : count }, () => this.#pick(from)))]
  }

  async #create(): Promise<void> {
    const code = this.#pick(CODES)
    const batch = this.#pick(CODES)
    const draft = this.#next(3) === 0
    const item: Item = {
      title: `t${this.#next(100)}`,
      code,
      batch,
      rank: this.#next(5),
      locale: this.#pick(LOCALES),
      draft,
      ...{ head: null, links: [], box: null, rows: [], blocks: [], translations: new Set() },
    }
    const { title, rank, locale } = item
    const relations = SIDES.filter(of => of.type === 'items' && this.#next(3) === 0).map(of => ({
      of,
      change: this.#change(this.#model.idsOf(of.target), [], of.many),
    }))
    const answer = await this.#writes.send('POST', 'items', {
      ...{ title, code, batch, rank, locale, ...(draft ? { publishedAt: null } : {}) },
      ...Object.fromEntries(relations.map(({ of, change }) => [of.attribute, this.#input(change)])),
    })
    if (this.#isTaken(answer, { code, batch })) return
    const { id } = answer.body.data as Entry
    item.translations.add(id)
    this.#model.items.set(id, item)
    for (const { of, change } of relations) this.#model.change(of, id, change, true)
  }

  /** A value that another entry has is refused, and nothing else. */
  #isTaken({ status, body }: Answer, given: Partial<Pick<Item, 'code' | 'batch'>>, own: number | null = null): boolean {
    const { code = null, batch = null } = given
    const taken = [...this.#model.items].some(
      ([id, item]) =>
        (code !== null && item.code === code && id !== own) ||
        (batch !== null && item.batch === batch && !(own !== null && item.translations.has(own))),
    )
    expect({ status, body }).toMatchObject({ status: taken ? 400 : 200 })
    return taken
  }

  #change(targets: readonly number[], linked: readonly number[], many: boolean): Change {
    if (this.#next(2) === 0) return { kind: 'set', ids: this.#some(targets, 3) }
    const ids = this.#some(targets, 3)
    const disconnect = this.#some([...linked, ...targets], 2)
    const anchors = linked.filter(id => !disconnect.includes(id) || ids.includes(id))
    const connect: Connect[] = []
    for (const id of ids) {
      const known = [...anchors, ...connect.map(item => item.id)].filter(other => other !== id)
      connect.push(many ? this.#placed(id, known) : { id })
    }
    return { kind: 'patch', connect, disconnect }
  }

  #placed(id: number, anchors: readonly number[]): Connect {
    const kind = this.#next(5)
    if (kind === 0) return { id }
    if (kind === 1) return { id, position: { end: true } }
    if (kind === 2 || anchors.length === 0) return { id, position: { start: true } }
    const anchor = this.#pick(anchors)
    return { id, position: kind === 3 ? { before: anchor } : { after: anchor } }
  }

  /** One of the forms that mean the same. */
  #input(change: Change): unknown {
    const form = this.#next(4)
    if (change.kind === 'patch') {
      const plain = change.connect.map(item => (item.position === undefined && form < 2 ? item.id : item))
      const disconnect = form % 2 === 0 ? change.disconnect : change.disconnect.map(id => ({ id }))
      return { connect: plain, disconnect }
    }
    if (form === 0) return { set: change.ids }
    if (form === 1) return change.ids.map(id => ({ id }))
    if (form === 2 && change.ids.length < 2) return change.ids[0] ?? null
    return change.ids
  }

  async #relate(): Promise<void> {
    const of = this.#pick(CHOSEN_SIDES)
    const owners = this.#model.idsOf(of.type)
    if (owners.length === 0) return
    const id = this.#pick(owners)
    const change = this.#change(this.#model.idsOf(of.target), this.#model.children(of, id), of.many)
    const { status, body } = await this.#writes.send('PUT', `${of.type}/${id}`, { [of.attribute]: this.#input(change) })
    expect({ of, id, change, status, body }).toMatchObject({ status: 200 })
    this.#model.change(of, id, change, false)
  }

  /** A relation of a component that stays, while the entry's other blocks are named by their ids only. */
  async #relateInComponent(): Promise<void> {
    const id = this.#pick(this.#model.idsOf('items'))
    const item = this.#model.items.get(id)!
    const chosen = item.blocks.find(block => block.people !== undefined)
    if (chosen === undefined) return
    const linked = chosen.people as readonly number[]
    const change = this.#change(this.#model.idsOf('people'), linked, true)
    const blocks = item.blocks.map(({ id: own, __component }) => ({
      id: own,
      __component,
      ...(own === chosen.id && __component === chosen.__component ? { people: this.#input(change) } : {}),
    }))
    const { status, body } = await this.#writes.send('PUT', `items/${id}`, { blocks })
    expect({ blocks, status, body }).toMatchObject({ status: 200 })
    const people = changed(linked, change, { many: true, isNew: false })
    item.blocks = item.blocks.map(block => (block === chosen ? { ...block, people } : block))
  }

  /** Some of the stored ones in another order, changed or not, and new ones between them. */
  #list(stored: readonly Component[], make: () => Component): Component[] {
    const count = this.#next(4)
    const left = [...stored]
    return Array.from({ length: count }, () => {
      const [kept] = this.#next(2) === 0 ? left.splice(this.#next(left.length), 1) : []
      const made = make()
      const isSame = kept !== undefined && kept.id !== null && kept.__component === made.__component
      return isSame ? this.#changed(kept, made) : made
    })
  }

  /** A body often names only some fields of a component. */
  #changed(kept: Component, made: Component): Component {
    const unsaid = this.#pick([undefined, ...Object.keys(made).filter(name => name !== '__component')])
    const said = Object.fromEntries(Object.entries(made).filter(([name]) => name !== unsaid))
    const item = { ...kept, ...said, id: kept.id }
    this.#said.set(item, { ...said, id: kept.id })
    return item
  }

  #bodyOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.#bodyOf(item))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(this.#said.get(value) ?? value)
    return Object.fromEntries(members.map(([name, member]) => [name, this.#bodyOf(member)]))
  }

  #link = (): Component => ({ id: null, label: `l${this.#next(50)}`, weight: this.#next(9) })

  #single(stored: Component | null, make: () => Component): Component | null {
    const [chosen = null] = this.#list(stored === null ? [] : [stored], make)
    return chosen
  }

  async #writeComponents(): Promise<void> {
    const id = this.#pick(this.#model.idsOf('items'))
    const item = this.#model.items.get(id)!
    const people = this.#model.idsOf('people')
    const block = (): Component => {
      if (this.#next(2) === 0) return { id: null, __component: 'blocks.text', text: `b${this.#next(9)}` }
      return { id: null, __component: 'blocks.people', heading: `b${this.#next(9)}`, people: this.#some(people, 3) }
    }
    const changes: Partial<Pick<Item, 'head' | 'links' | 'box' | 'rows' | 'blocks'>> = {}
    const which = this.#next(5)
    if (which === 0) changes.links = this.#list(item.links, this.#link)
    if (which === 1) changes.blocks = this.#list(item.blocks, block)
    if (which === 2) changes.box = this.#single(item.box, this.#link)
    if (which === 3) changes.rows = this.#list(item.rows, this.#link)
    if (which === 4) {
      changes.head = this.#single(item.head, () => ({
        id: null,
        text: `h${this.#next(9)}`,
        main: this.#single(item.head?.main as Component | null, this.#link),
        links: this.#list((item.head?.links ?? []) as Component[], this.#link),
      }))
      // What a new component holds is new as well.
      if (changes.head?.id === null) changes.head = asNew(changes.head) as Component
    }
    const sent = withoutNullIds(this.#bodyOf(changes))
    const { status, body } = await this.#writes.send('PUT', `items/${id}`, sent)
    expect({ sent, status, body }).toMatchObject({ status: 200 })
    const { box, rows } = item
    Object.assign(item, changes)
    for (const other of [...item.translations].filter(translation => translation !== id)) {
      const theirs = this.#model.items.get(other)!
      if (changes.box !== undefined)
        theirs.box = copied(partsOf(changes.box), partsOf(box), partsOf(theirs.box))[0] ?? null
      if (changes.rows !== undefined) theirs.rows = copied(changes.rows, rows, theirs.rows)
      if (changes.box !== undefined || changes.rows !== undefined) await this.#learnIds(other, theirs)
    }
    await this.#learnIds(id, item)
  }

  /** The ids of new components, which the server chooses; those of kept ones are compared. */
  async #learnIds(id: number, item: Item): Promise<void> {
    const { body } = await this.#writes.send('GET', `items/${id}?${COMPONENTS}`)
    const stored = componentsOf((body.data as Entry).attributes)
    const { head, links, box, rows, blocks } = item
    expect(stored).toEqual(expected({ head, links, box, rows, blocks }, stored))
    Object.assign(item, stored)
  }

  async #writeScalars(): Promise<void> {
    const id = this.#pick(this.#model.idsOf('items'))
    const item = this.#model.items.get(id)!
    const which = this.#next(5)
    if (which === 4) {
      const batch = this.#pick(CODES)
      if (this.#isTaken(await this.#writes.send('PUT', `items/${id}`, { batch }), { batch }, id)) return
      for (const other of item.translations) this.#model.items.get(other)!.batch = batch
    } else if (which === 0) {
      const rank = this.#next(100)
      expect(await this.#writes.send('PUT', `items/${id}`, { rank })).toMatchObject({ status: 200 })
      for (const other of item.translations) this.#model.items.get(other)!.rank = rank
    } else if (which === 1) {
      const code = this.#pick(CODES)
      if (!this.#isTaken(await this.#writes.send('PUT', `items/${id}`, { code }), { code }, id)) item.code = code
    } else if (which === 2) {
      item.draft = !item.draft
      const publishedAt = item.draft ? null : '2024-01-01T00:00:00.000Z'
      expect(await this.#writes.send('PUT', `items/${id}`, { publishedAt })).toMatchObject({ status: 200 })
    } else {
      item.title = `u${this.#next(100)}`
      expect(await this.#writes.send('PUT', `items/${id}`, { title: item.title })).toMatchObject({ status: 200 })
    }
  }

  async #translate(): Promise<void> {
    const source = this.#pick(this.#model.idsOf('items'))
    const from = this.#model.items.get(source)!
    const locale = this.#pick(LOCALES)
    const title = `v${this.#next(100)}`
    const taken = [...from.translations].some(id => this.#model.items.get(id)!.locale === locale)
    const answer = await this.#writes.sendText(
      'POST',
      `items/${source}/localizations`,
      JSON.stringify({ locale, title }),
    )
    expect(answer).toMatchObject({ status: taken ? 400 : 200 })
    if (taken) return
    const { id } = answer.body as unknown as { id: number }
    const translations = new Set([...from.translations, id])
    const empty = { head: null, links: [], box: null, rows: [], blocks: [] }
    const shared = { batch: from.batch, rank: from.rank }
    this.#model.items.set(id, { title, code: null, ...shared, locale, draft: true, ...empty, translations })
    for (const other of translations) this.#model.items.get(other)!.translations = new Set(translations)
  }

  async #delete(): Promise<void> {
    const type = this.#pick<TypeName>(['items', 'items', 'people', 'labels'])
    const ids = this.#model.idsOf(type)
    if (ids.length === 0) return
    const id = this.#pick(ids)
    expect(await this.#writes.send('DELETE', `${type}/${id}`)).toMatchObject({ status: 200 })
    this.#model.remove(type, id)
  }

  async compare(): Promise<void> {
    for (const type of ['items', 'people', 'labels'] as const) {
      const stored = await readAll(this.#writes, type)
      expect(stored.map(({ id }) => id)).toEqual(this.#model.idsOf(type))
      for (const entry of stored) this.#compareEntry(type, entry)
    }
    expect(await orphansOf(this.#writes.database)).toEqual([])
  }

  #compareEntry(type: TypeName, { id, attributes }: Entry): void {
    for (const of of SIDES.filter(({ type: owner }) => owner === type)) {
      const found = idsIn(attributes[of.attribute])
      expect({ type, id, [of.attribute]: found }).toEqual({ type, id, [of.attribute]: this.#model.children(of, id) })
    }
    if (type !== 'items') return
    const { head, links, box, rows, blocks, translations, draft, ...scalars } = this.#model.items.get(id)!
    expect(attributes).toMatchObject(scalars)
    expect(attributes.publishedAt === null).toBe(draft)
    const others = [...translations].filter(other => other !== id)
    expect(idsIn(attributes.localizations).toSorted((a, b) => a - b)).toEqual(others.sort((a, b) => a - b))
    const stored = componentsOf(attributes)
    expect(stored).toEqual(expected({ head, links, box, rows, blocks }, stored))
  }
}

const COMPONENTS = [
  'populate[head][populate]=*',
  ...['links', 'box', 'rows'].map(name => `populate[${name}]=true`),
  'populate[blocks][populate][people][fields][0]=id',
].join('&')

async function readAll(writes: WriteApp, type: Exclude<TypeName, 'files'>): Promise<readonly Entry[]> {
  const sides = SIDES.filter(of => of.type === type).map(of => `populate[${of.attribute}][fields][0]=id`)
  const more = type === 'items' ? [COMPONENTS, 'populate[localizations][fields][0]=id', 'locale=all'] : []
  const search = [...sides, ...more, 'publicationState=preview', 'pagination[pageSize]=100', 'sort=id'].join('&')
  const { status, body } = await writes.send('GET', `${type}?${search}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.data as readonly Entry[]
}

async function removeAll(writes: WriteApp): Promise<void> {
  for (const type of ['items', 'people', 'labels'] as const) {
    for (const { id } of await readAll(writes, type)) await writes.send('DELETE', `${type}/${id}`)
  }
}

function idsIn(relation: unknown): readonly number[] {
  const { data } = relation as { data: { id: number } | { id: number }[] | null }
  return [data ?? []].flat().map(({ id }) => id)
}

type Components = Pick<Item, 'head' | 'links' | 'box' | 'rows' | 'blocks'>

/** The components of an answer in the form of the model. */
function componentsOf(attributes: Entry['attributes']): Components {
  const link = (value: unknown): Component | null => {
    if (value === null) return null
    const { id, label, weight } = value as Component
    return { id, label, weight }
  }
  const links = (value: unknown) => (value as unknown[]).map(item => link(item)!)
  const head = attributes.head as Component | null
  return {
    head: head && { id: head.id, text: head.text, main: link(head.main), links: links(head.links) },
    links: links(attributes.links),
    box: link(attributes.box),
    rows: links(attributes.rows),
    blocks: (attributes.blocks as Component[]).map(block =>
      block.people === undefined ? block : { ...block, people: idsIn(block.people) },
    ),
  }
}

/** Ids that the model does not know are taken from what is stored. */
function expected<T>(model: T, stored: unknown): T {
  if (Array.isArray(model)) {
    return model.map((item, index) => expected(item, Array.isArray(stored) ? stored[index] : undefined)) as T
  }
  if (typeof model !== 'object' || model === null) return model
  const other = (stored ?? {}) as Readonly<Record<string, unknown>>
  const members = Object.entries(model).map(([key, value]) => [
    key,
    key === 'id' && value === null ? other.id : expected(value, other[key]),
  ])
  return Object.fromEntries(members) as T
}

function partsOf(part: Component | null): Component[] {
  return part === null ? [] : [part]
}

/** What a translation has afterwards. Its components correspond to those before the write, and keep their ids. */
function copied(now: readonly Component[], before: readonly Component[], theirs: readonly Component[]): Component[] {
  return now.map(part => {
    const place = part.id === null ? -1 : before.findIndex(old => old.id === part.id)
    return { ...(asNew(part) as Component), id: theirs[place]?.id ?? null }
  })
}

function asNew(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNew)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, key === 'id' ? null : asNew(member)]))
}

function withoutNullIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullIds)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([key, member]) => key !== 'id' || member !== null)
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNullIds(member)]))
}
