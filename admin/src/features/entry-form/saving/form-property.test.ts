/** Random edits, undo and redo, saves, reloads and a second editor: nothing is lost, and nobody is in conflict with themselves. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EntryInput, EntryValues, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { AttributeInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { FormStore } from '../store/form-store.ts'
import {
  type FormValue,
  isPartList,
  type PartReference,
  type PartValue,
  type RelationState,
} from '../store/form-value.ts'
import { newPart } from '../store/form-values.ts'
import { connect, disconnect } from '../store/relation-state.ts'
import { EntrySession } from './entry-session.ts'

const attribute = (info: Partial<AttributeInfo> & Pick<AttributeInfo, 'type'>): AttributeInfo => ({
  required: false,
  private: false,
  localized: true,
  writable: true,
  ...info,
})

const components = (uid: string): Record<string, AttributeInfo> =>
  uid === 'blocks.quote'
    ? { text: attribute({ type: 'text' }) }
    : { quotes: attribute({ type: 'component', component: 'blocks.quote', repeatable: true }) }

const attributes = {
  title: attribute({ type: 'string' }),
  body: attribute({ type: 'text' }),
  tags: attribute({ type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', multiple: true }),
  blocks: attribute({ type: 'dynamiczone', components: ['blocks.quote', 'blocks.list'] }),
}

const rights = { create: { fields: null }, read: { fields: null }, update: { fields: null } }
const type = { uid: 'api::a.a', attributes, rights, titleField: 'title' } as unknown as TypeInfo

const tag = (id: number) => ({ id, title: `tag ${id}`, status: null, locale: null })

interface Part {
  readonly id: number
  readonly __component?: string
  readonly [name: string]: unknown
}

/** What the server stores, and how it takes what a form sends. */
class Server {
  values: { title: string | null; body: string | null; tags: readonly number[]; blocks: readonly Part[] } = {
    title: 'Tea',
    body: 'one\ntwo\nthree',
    tags: [1],
    blocks: [
      { id: 1, __component: 'blocks.quote', text: 'first' },
      { id: 2, __component: 'blocks.list', quotes: [{ id: 3, text: 'deep' }] },
    ],
  }
  version = 1
  private lastId = 3

  get entry(): OpenEntry {
    const { tags, ...others } = this.values
    const values = { ...others, tags: { count: tags.length, items: tags.map(tag) } } as unknown as EntryValues
    const may = { update: true, delete: true, publish: true, fields: null }
    return { id: 1, version: String(this.version), values, pending: null, may, locale: null } as unknown as OpenEntry
  }

  save({ tags, blocks, ...others }: EntryInput): void {
    this.version += 1
    const { connect: added = [], disconnect: removed = [] } = (tags ?? {}) as { connect?: Part[]; disconnect?: Part[] }
    const gone = new Set([...removed, ...added].map(({ id }) => id))
    const kept = this.values.tags.filter(id => !gone.has(id))
    const parts =
      blocks === undefined ? this.values.blocks : this.stored(blocks as unknown as Part[], this.values.blocks)
    this.values = {
      ...this.values,
      ...(others as object),
      tags: [...kept, ...added.map(({ id }) => id)],
      blocks: parts,
    }
  }

  /** A part keeps its id; one that the server does not have is refused, as by the real one. */
  private stored(parts: readonly Part[], before: readonly Part[]): readonly Part[] {
    return parts.map(part => {
      const known = before.find(({ id, __component }) => id === part.id && __component === part.__component)
      if (part.id !== undefined && known === undefined) throw new Error(`The server has no part ${part.id}`)
      this.lastId += known === undefined ? 1 : 0
      const id = known?.id ?? this.lastId
      const quotes =
        part.quotes === undefined ? {} : { quotes: this.stored(part.quotes as Part[], (known?.quotes ?? []) as Part[]) }
      return { ...part, ...quotes, id }
    })
  }
}

/** What a person sees. */
const shown = (session: EntrySession) =>
  Object.fromEntries(Object.entries(session.store.readAll()).map(([name, value]) => [name, content(value)]))

function content(value: FormValue): unknown {
  if (isPartList(value))
    return value.map(({ component, values }: PartValue) => [component, Object.values(values).map(content)])
  if (typeof value === 'object' && value !== null && 'items' in value)
    return (value as unknown as RelationState).items.map(({ id }) => id)
  return value === '' ? null : value
}

const open = (server: Server) =>
  new EntrySession({
    type,
    components,
    entry: server.entry,
    locale: null,
    source: null,
    draftId: 'new-1',
    problemText: message => message,
  })

class Desk {
  readonly server = new Server()
  session = open(this.server)
  /** The texts of the parts that somebody else has added. */
  readonly theirs = new Set<string>()

  /** As the form does it: what somebody else saved is taken in first. True if the person had to choose. */
  save(): boolean {
    const { session, server } = this
    let asked = false
    if (session.meta.get().entry!.version !== server.entry.version) {
      asked = !session.takeIn(server.entry, 'save')
      if (asked) session.solve([])
    }
    if (session.store.settle().length === 0) return asked
    const sent = session.store.readAll()
    server.save(session.inputOf(sent))
    session.accept(server.entry, [], sent)
    return asked
  }

  /** The kept draft is all that is left of the form. */
  reload(): void {
    const kept = structuredClone(this.session.changes())
    this.session = open(this.server)
    this.session.restore(kept)
  }
}

/** What somebody else has written is moved here, and nothing else. */
function isTheirs(store: FormStore, { key }: PartReference): boolean {
  return String(store.values.get(`blocks.${key}.text`)).startsWith('theirs')
}

type Step = (desk: Desk) => void

const word = fc.constantFrom('a', 'b', 'c', 'd')
const place = fc.nat(5)

const edit: fc.Arbitrary<Step> = fc.oneof(
  word.map(
    (text): Step =>
      ({ session: { store } }) =>
        store.set('title', text),
  ),
  fc.tuple(word, fc.nat(2)).map(
    ([text, line]): Step =>
      ({ session: { store } }) => {
        const lines = String(store.values.get('body') ?? '').split('\n')
        lines[Math.min(line, lines.length - 1)] = text
        store.set('body', lines.join('\n'))
      },
  ),
  fc.tuple(fc.nat(3), fc.boolean()).map(
    ([id, isIn]): Step =>
      ({ session: { store } }) => {
        const state = store.values.get('tags') as RelationState
        store.set('tags', isIn ? connect(state, tag(id + 1), true) : disconnect(state, tag(id + 1)))
      },
  ),
  fc.tuple(place, fc.constantFrom('blocks.quote', 'blocks.list')).map(
    ([index, uid]): Step =>
      ({ session: { store } }) =>
        store.insertPart('blocks', index, newPart(uid, components)),
  ),
  place.map(
    (index): Step =>
      ({ session: { store } }) => {
        const part = store.parts('blocks')[index]
        if (part !== undefined && !isTheirs(store, part)) store.removePart('blocks', part.key)
      },
  ),
  fc.tuple(place, place).map(
    ([from, to]): Step =>
      ({ session: { store } }) =>
        store.movePart('blocks', from, to),
  ),
  fc.tuple(place, word).map(
    ([index, text]): Step =>
      ({ session: { store } }) => {
        const part = store.parts('blocks')[index]
        if (part?.component === 'blocks.quote' && !isTheirs(store, part)) store.set(`blocks.${part.key}.text`, text)
        if (part?.component === 'blocks.list')
          store.insertPart(`blocks.${part.key}.quotes`, 0, newPart('blocks.quote', components))
      },
  ),
)

const undo: Step = ({ session }) => void session.store.history.undo()
const redo: Step = ({ session }) => void session.store.history.redo()

const RUNS = { numRuns: 200 }

it('shows what the server has after each save, and never sends a part that is not there', () => {
  const save: Step = desk => {
    expect(desk.save()).toBe(false)
    expect(shown(desk.session)).toEqual(shown(open(desk.server)))
  }
  const step = fc.oneof({ weight: 6, arbitrary: edit }, { weight: 3, arbitrary: fc.constantFrom(undo, redo, save) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const desk = new Desk()
      for (const run of steps) run(desk)
      save(desk)
    }),
    RUNS,
  )
})

it('goes back to the beginning and forward to the end, over saves', () => {
  const save: Step = desk => void desk.save()
  const step = fc.oneof({ weight: 6, arbitrary: edit }, { weight: 1, arbitrary: fc.constant(save) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), steps => {
      const desk = new Desk()
      const { history } = desk.session.store
      const before = shown(desk.session)
      for (const run of steps) run(desk)
      const after = shown(desk.session)
      while (history.undo() !== undefined);
      expect(shown(desk.session)).toEqual(before)
      while (history.redo() !== undefined);
      expect(shown(desk.session)).toEqual(after)
    }),
    RUNS,
  )
})

it('shows the same after a reload, without a conflict', () => {
  const reload: Step = desk => {
    const before = shown(desk.session)
    desk.reload()
    expect(desk.session.meta.get().conflict).toBe(null)
    expect(shown(desk.session)).toEqual(before)
  }
  const save: Step = desk => void desk.save()
  const step = fc.oneof({ weight: 5, arbitrary: edit }, { weight: 3, arbitrary: fc.constantFrom(undo, reload, save) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const desk = new Desk()
      for (const run of [...steps, reload]) run(desk)
    }),
    RUNS,
  )
})

it('keeps the parts that somebody else adds meanwhile, whatever is edited and undone here', () => {
  let count = 0
  const other: Step = ({ server, theirs }) => {
    count += 1
    theirs.add(`theirs ${count}`)
    const part = { __component: 'blocks.quote', text: `theirs ${count}` }
    server.save({ blocks: [...server.values.blocks, part] as never })
  }
  const save: Step = desk => {
    // Whoever is asked sees both versions, and chooses the own one here.
    if (desk.save()) desk.theirs.clear()
    const texts = desk.server.values.blocks.map(({ text }) => text)
    for (const text of desk.theirs) expect(texts).toContain(text)
  }
  const step = fc.oneof(
    { weight: 5, arbitrary: edit },
    { weight: 4, arbitrary: fc.constantFrom(undo, redo, other, save) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const desk = new Desk()
      for (const run of [...steps, save]) run(desk)
    }),
    RUNS,
  )
})
