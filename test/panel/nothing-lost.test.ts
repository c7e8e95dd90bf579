/**
 * Two people and two languages, on a network that fails: whatever they write, save, publish, undo and reload in whatever order,
 * nobody is asked about what only one has changed, and in the end the server has what each of them saw in their form.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FormValue, PartValue, RelationState } from '../../admin/src/features/entry-form/store/form-value.ts'
import { newPart } from '../../admin/src/features/entry-form/store/form-values.ts'
import { connect, disconnect } from '../../admin/src/features/entry-form/store/relation-state.ts'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import type { SchemaInfo } from '../../src/admin-api/schema-api.ts'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { ADMINISTRATOR, BLOG } from './support/panel.ts'
import { type Fault, installBrowser, Tab } from './support/panel-browser.ts'
import { type FormAutosave, type FormSession, type Forms, loadForms, type Outcome } from './support/panel-forms.ts'

const RUNS = Number(process.env.DESK_RUNS ?? 12)
const SEED = Number(process.env.PROPERTY_SEED ?? 4711)
const ARTICLE = 'api::article.article'
const SECOND = { email: 'bo@example.com', password: 'Correct-horse-2', firstname: 'Bo' }

/** One person's form of one entry. */
class Desk {
  readonly world: World
  readonly person: Person
  readonly locale: 'en' | 'fr'
  id: number | null
  tab: Tab
  session!: FormSession
  autosave!: FormAutosave
  private stop = () => {}
  private readonly kept = new Map<string, unknown>()

  constructor(world: World, person: Person, locale: 'en' | 'fr', id: number | null) {
    this.world = world
    this.person = person
    this.locale = locale
    this.id = id
    this.tab = new Tab(person.cookie, this.kept)
  }

  /** The draft is all that is left of the tab before. */
  async open(): Promise<void> {
    const draftId = this.session?.draftId
    this.tab = new Tab(this.person.cookie, this.kept)
    const { schema } = this.world
    await this.tab.run(async () => {
      this.session = await this.world.forms.openSession({
        address: { uid: ARTICLE, id: this.id, locale: this.locale, draftId },
        type: schema.types.find(({ uid }) => uid === ARTICLE)!,
        schema,
        person: this.person.id,
        problemText: message => message,
        signal: new AbortController().signal,
      })
      this.autosave = new this.world.forms.Autosave(this.session, this.person.id)
      this.stop = this.autosave.start()
    })
    expect(this.session.meta.get().conflict).toBe(null)
  }

  async reload(): Promise<void> {
    await this.keep()
    const before = this.shown()
    this.close()
    // What is on its way arrives before the page asks.
    await new Promise(resolve => setTimeout(resolve, 5))
    await this.open()
    expect(this.shown()).toEqual(before)
  }

  /** As the browser does when the page is hidden. */
  async keep(): Promise<void> {
    await this.tab.run(() => this.autosave.keepHere())
  }

  async act(work: (session: FormSession) => Promise<Outcome>): Promise<Outcome> {
    const outcome = await this.tab.run(() => work(this.session))
    this.id = this.session.meta.get().entry?.id ?? this.id
    expect(outcome).not.toBe('conflict')
    expect(this.session.meta.get().conflict).toBe(null)
    if (outcome === 'problems') throw new Error(JSON.stringify([...this.session.store.problems.keys()]))
    return outcome
  }

  edit(work: (session: FormSession) => void): void {
    this.tab.run(() => work(this.session))
  }

  /** What this person has to say, of what the form shows. */
  shown() {
    const { store } = this.session
    const values = store.readAll()
    const mine = this.person.name
    const parts = (value: FormValue) => textsOf(value).filter(text => text.startsWith(mine))
    if (this.locale === 'fr')
      return { internalNote: values.internalNote, title: values.title, blocks: parts(values.blocks!) }
    const lines = String(values.body ?? '').split('\n')
    return {
      ...(mine === 'A'
        ? { title: values.title, metaTitle: seoOf(values.seo!, 'metaTitle') }
        : { summary: values.summary }),
      lines: mine === 'A' ? lines.slice(0, 2) : lines.slice(3),
      blocks: parts(values.blocks!),
      social: textsOf(seoOf(values.seo!, 'metaSocial') ?? []).filter(text => text.startsWith(mine)),
      tags: tagsOf(values.tags!).filter(id => this.person.tags.includes(id)),
    }
  }

  /** Nothing that it still wanted to do is done. */
  close(): void {
    this.tab.isOpen = false
    this.tab.run(() => this.stop())
  }
}

function seoOf(value: FormValue, name: string): FormValue | undefined {
  return (value as readonly PartValue[])[0]?.values[name]
}

function textsOf(value: FormValue): readonly string[] {
  return (value as readonly PartValue[]).map(({ values }) => String(values.text ?? values.title ?? values.heading))
}

function tagsOf(value: FormValue): readonly number[] {
  return (value as unknown as RelationState).items.map(({ id }) => id)
}

interface Person {
  readonly id: number
  readonly name: 'A' | 'B'
  readonly cookie: string
  readonly tags: readonly number[]
}

interface World {
  readonly forms: Forms
  readonly app: App
  readonly schema: SchemaInfo
  readonly people: readonly [Person, Person]
}

/** Texts that nobody else writes. */
let written = 0
const word = ({ person }: Desk) => {
  written += 1
  return `${person.name}${written}`
}

type Step = { readonly name: string; readonly run: (desk: Desk) => Promise<unknown> }
const edit = (name: string, work: (session: FormSession, desk: Desk) => void): Step => ({
  name,
  run: async desk => desk.edit(session => work(session, desk)),
})

const line = (place: number) =>
  edit(`line ${place}`, ({ store }, desk) => {
    if (desk.locale === 'fr') return store.set('internalNote', word(desk))
    const lines = String(store.values.get('body')).split('\n')
    lines[desk.person.name === 'A' ? place : place + 3] = word(desk)
    store.set('body', lines.join('\n'))
  })

const field = edit('field', ({ store }, desk) =>
  store.set(desk.person.name === 'A' || desk.locale === 'fr' ? 'title' : 'summary', word(desk)),
)

const addPart = (place: number) =>
  edit(`add ${place}`, ({ store }, desk) => {
    const component = place % 2 === 0 ? 'blocks.quote' : 'blocks.call-to-action'
    const part = newPart(component, store.model.components)
    const values = { ...part.values, [place % 2 === 0 ? 'text' : 'heading']: word(desk) }
    // The parts of the other one are not moved: B adds behind, A before.
    const index = desk.person.name === 'A' ? place : store.parts('blocks').length
    store.insertPart('blocks', index, { ...part, values })
  })

const ownParts = ({ session, person }: Desk, path: string, name: string) =>
  session.store.parts(path).filter(({ key }) => {
    const text =
      session.store.values.get(`${path}.${key}.${name}`) ?? session.store.values.get(`${path}.${key}.heading`)
    return String(text).startsWith(person.name)
  })

const editPart = (place: number) =>
  edit(`edit ${place}`, ({ store }, desk) => {
    const part = ownParts(desk, 'blocks', 'text')[place]
    if (part !== undefined)
      store.set(`blocks.${part.key}.${part.component === 'blocks.quote' ? 'text' : 'heading'}`, word(desk))
  })

const removePart = (place: number) =>
  edit(`remove ${place}`, ({ store }, desk) => {
    const part = ownParts(desk, 'blocks', 'text')[place]
    if (part !== undefined) store.removePart('blocks', part.key)
  })

const movePart = (from: number, to: number) =>
  edit(`move ${from} ${to}`, ({ store }, desk) => desk.person.name === 'A' && store.movePart('blocks', from, to))

const addSocial = edit('social', ({ store }, desk) => {
  if (desk.locale === 'fr') return
  const path = `seo.${store.parts('seo')[0]!.key}.metaSocial`
  const part = newPart('shared.social', store.model.components)
  const values = { ...part.values, network: 'mastodon', title: word(desk) }
  store.insertPart(path, store.parts(path).length, { ...part, values })
})

const metaTitle = edit('metaTitle', ({ store }, desk) => {
  const [seo] = store.parts('seo')
  if (seo !== undefined && desk.person.name === 'A') store.set(`seo.${seo.key}.metaTitle`, word(desk))
})

const tag = (place: number) =>
  edit(`tag ${place}`, ({ store }, { person, locale }) => {
    if (locale === 'fr') return
    const state = store.values.get('tags') as unknown as RelationState
    const item = { id: person.tags[place]!, title: 'tag', status: null, locale: null }
    const isIn = state.items.some(({ id }) => id === item.id)
    store.set('tags', (isIn ? disconnect(state, item) : connect(state, item, true)) as never)
  })

const undo = edit('undo', ({ store }) => void store.history.undo())
const redo = edit('redo', ({ store }) => void store.history.redo())
const keep: Step = { name: 'keep', run: desk => desk.tab.run(() => desk.autosave.flush()) }
const reload: Step = { name: 'reload', run: desk => desk.reload() }
const save: Step = { name: 'save', run: desk => desk.act(desk.world.forms.saveEntry) }
const publish: Step = { name: 'publish', run: desk => desk.act(desk.world.forms.publishEntry) }
const unpublish: Step = {
  name: 'unpublish',
  run: async desk => {
    if (desk.session.meta.get().entry?.publishedAt != null) await desk.act(desk.world.forms.unpublishEntry)
  },
}
const look: Step = {
  name: 'look',
  run: async desk => {
    if (desk.session.exists)
      await desk.act(session => desk.world.forms.takeOver(session).catch(() => 'failed' as const))
  },
}

/** Something is done while the answer is on its way; or the page is gone before it comes. */
const during = (work: Step, other: Step): Step => ({
  name: `${work.name} while ${other.name}`,
  run: async desk => {
    const done = Promise.resolve(work.run(desk)).catch((error: unknown) => {
      if (desk.tab.isOpen) throw error
    })
    await Promise.resolve()
    await other.run(desk)
    if (other !== reload) await done
  },
})

const fault = (faults: readonly (Fault | null)[]): Step => ({
  name: `faults ${faults.join(' ')}`,
  run: async desk => void desk.tab.faults.push(...faults),
})

const place = fc.nat(2)
const anEdit = fc.oneof(
  fc.nat(1).map(line),
  fc.constant(field),
  place.map(addPart),
  place.map(editPart),
  place.map(removePart),
  fc.tuple(place, place).map(([from, to]) => movePart(from, to)),
  fc.constant(addSocial),
  fc.constant(metaTitle),
  place.map(tag),
  fc.constantFrom(undo, redo),
)
const anAction = fc.constantFrom(keep, reload, save, save, publish, unpublish, look)
const faults = fc.array(fc.constantFrom<Fault | null>('lost', 'unanswered', 'cut', 'timeout', null), {
  minLength: 1,
  maxLength: 3,
})
const aStep = fc.oneof(
  { weight: 8, arbitrary: anEdit },
  { weight: 5, arbitrary: anAction },
  { weight: 2, arbitrary: faults.map(fault) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(save, publish, keep), fc.oneof(anEdit, fc.constant(reload)))
      .map(([work, other]) => during(work, other)),
  },
)

/** Which desk does what. */
const script = fc.array(fc.tuple(fc.nat(2), aStep), { maxLength: 40 })

async function start(client: (typeof CLIENTS)[number]): Promise<World> {
  const database = await startedDatabase(client, BLOG)
  const app = await buildTestApp({ folder: BLOG, database, secrets: { jwt: 'a', apiTokenSalt: 'b', admin: 'c' } })
  const code = await app.firstAdminCode()
  await ask(app, 'POST', '/first-admin', { code, ...ADMINISTRATOR })
  const cookie = await signIn(app, ADMINISTRATOR)
  const roles = ['strapi-super-admin']
  const second = await ask<{ id: number }>(app, 'POST', '/admins', { ...SECOND, roles }, cookie)
  const me = await ask<{ administrator: { id: number } }>(app, 'GET', '/session', undefined, cookie)
  return {
    app,
    forms: await loadForms(),
    schema: await ask(app, 'GET', '/schema', undefined, cookie),
    people: [
      { id: me.administrator.id, name: 'A', cookie, tags: [1, 2, 3] },
      { id: second.id, name: 'B', cookie: await signIn(app, SECOND), tags: [4, 5, 6] },
    ],
  }
}

async function ask<T>(app: App, method: 'GET' | 'POST', path: string, payload?: object, cookie = ''): Promise<T> {
  const headers = { 'x-populus-admin': '1', cookie }
  const answer = await app.inject({ method, url: `/admin/api${path}`, headers, ...(payload ? { payload } : {}) })
  if (answer.statusCode >= 300) throw new Error(answer.payload)
  return (JSON.parse(answer.payload) as { data: T }).data
}

async function signIn(app: App, { email, password }: { readonly email: string; readonly password: string }) {
  const payload = { email, password, cookie: true }
  const answer = await app.inject({
    method: 'POST',
    url: '/admin/api/login',
    headers: { 'x-populus-admin': '1' },
    payload,
  })
  return String(answer.headers['set-cookie']).split(';')[0]!
}

/** One article in two languages, on three desks. The English one is new to A, who has not saved it yet. */
async function desks(world: World): Promise<readonly [Desk, Desk, Desk]> {
  const [a, b] = world.people
  const first = new Desk(world, a, 'en', null)
  await first.open()
  first.edit(({ store }) => {
    store.set('title', word(first))
    store.set('body', 'A\nA\n***\nB\nB')
    store.set('kind', 'story')
    const seo = newPart('shared.seo', store.model.components)
    store.insertPart('seo', 0, { ...seo, values: { ...seo.values, metaTitle: word(first) } })
  })
  // Some begin with a save of which nothing is heard.
  if (written % 3 === 0) first.tab.faults.push('unanswered')
  if (written % 4 === 0) first.tab.faults.push('lost')
  while ((await first.act(world.forms.saveEntry)) !== 'done');
  // What is written so far cannot be undone any more.
  await first.reload()
  const data = { title: `B${written}`, slug: `b${Date.now()}${written}` }
  const french = await ask<OpenEntry>(
    world.app,
    'POST',
    `/content/${ARTICLE}`,
    { data, locale: 'fr', translationOf: first.id },
    b.cookie,
  )
  const second = new Desk(world, b, 'en', first.id)
  const third = new Desk(world, b, 'fr', french.id)
  await second.open()
  await third.open()
  return [first, second, third]
}

describe.each(CLIENTS)('on %s', client => {
  let world: World
  beforeAll(async () => {
    world = await start(client)
    installBrowser(() => world.app)
  })

  it('loses nothing and asks nobody in vain', async () => {
    await fc.assert(
      fc.asyncProperty(script, async steps => {
        const before = await count(world)
        const all = await desks(world)
        const trace: string[] = []
        try {
          for (const [index, step] of steps) {
            trace.push(`${index} ${step.name}`)
            await step.run(all[index]!)
          }
          await finish(world, all)
          // A save that was sent twice has made one entry.
          expect(await count(world)).toBe(before + 1)
        } catch (error) {
          throw new Error(`${trace.join('\n')}\n${(error as Error).stack}`)
        } finally {
          for (const desk of all) desk.close()
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  })
})

/** The network is well again: everybody saves and publishes. */
async function finish(world: World, all: readonly [Desk, Desk, Desk]): Promise<void> {
  for (const desk of all) {
    desk.tab.faults = []
    expect(await desk.act(desk.world.forms.saveEntry)).toBe('done')
  }
  const shown = all.map(desk => desk.shown())
  for (const desk of all) {
    // What others have saved meanwhile is shown first.
    const outcome = await desk.act(world.forms.publishEntry)
    expect(outcome === 'changed' ? await desk.act(world.forms.publishEntry) : outcome).toBe('done')
  }
  for (const [index, desk] of all.entries()) {
    desk.close()
    const again = new Desk(world, desk.person, desk.locale, desk.id)
    await again.open()
    expect(again.session.restored.get()).toBe(null)
    expect(again.shown()).toEqual(shown[index])
    expect(again.session.store.values.get('internalNote')).toEqual(all[2].session.store.values.get('internalNote'))
    again.close()
  }
}

async function count({ app, people }: World): Promise<number> {
  return (await ask<{ count: number }>(app, 'GET', `/content/${ARTICLE}/count?locale=en`, undefined, people[0].cookie))
    .count
}
