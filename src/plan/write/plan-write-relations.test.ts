import { describe, expect, test } from 'vitest'
import {
  create,
  EVERYTHING,
  type Json,
  problemsOf,
  relation,
  update,
  world,
} from '../../../test/support/worlds/write-world.ts'
import type { Access } from '../access.ts'
import { collectTargets } from './plan-write.ts'
import type { EntryWrite } from './write-plan.ts'

describe('relations', () => {
  const attributes = {
    tag: relation('manyToOne', 'api::tag.tag'),
    tags: relation('manyToMany', 'api::tag.tag'),
    cover: { type: 'media', multiple: false },
    files: { type: 'media', multiple: true },
  }
  const changes = (plan: { write: EntryWrite }) =>
    Object.fromEntries(plan.write.links.map(({ attribute, change }) => [attribute.name, change]))
  const set = (...ids: number[]) => ({ kind: 'set', ids })
  const end = { kind: 'end' }

  test.each([
    [3, set(3)],
    ['3', set(3)],
    [{ id: 3 }, set(3)],
    [[1, { id: 2 }, '1'], set(1, 2)],
    [null, set()],
    [[], set()],
    [{ set: [2, 1] }, set(2, 1)],
    [{ set: [] }, set()],
    [{ set: null }, undefined],
    [{ bogus: 1 }, undefined],
    [{ connect: [], disconnect: null }, undefined],
    [
      { connect: [1, 1, { id: '2' }] },
      {
        kind: 'patch',
        connect: [
          { id: 1, position: end },
          { id: 2, position: end },
        ],
        disconnect: [],
        strict: true,
      },
    ],
    [{ disconnect: [1, { id: 2 }, 'x'] }, { kind: 'patch', connect: [], disconnect: [1, 2], strict: true }],
    [{ disconnect: 4 }, { kind: 'patch', connect: [], disconnect: [4], strict: true }],
    [
      {
        connect: [
          { id: 1, position: { before: '5' } },
          { id: 2, position: { after: 1 } },
          { id: 3, position: { start: true } },
        ],
        options: { strict: false },
      },
      {
        kind: 'patch',
        connect: [
          { id: 1, position: { kind: 'before', id: 5 } },
          { id: 2, position: { kind: 'after', id: 1 } },
          { id: 3, position: { kind: 'start' } },
        ],
        disconnect: [],
        strict: false,
      },
    ],
  ])('%j', (given, change) => {
    const plan = update(attributes, { tags: given, files: given })
    expect(plan.problems).toEqual([])
    expect(changes(plan)).toEqual(change === undefined ? {} : { tags: change, files: change })
  })

  test('a to-one relation keeps the first of several on create, the last on update', () => {
    expect(changes(create(attributes, { tag: [1, 2], cover: [1, 2] }))).toEqual({ tag: set(1), cover: set(1) })
    expect(changes(update(attributes, { tag: [1, 2], cover: [1, 2] }))).toEqual({ tag: set(2), cover: set(2) })
    expect(changes(update(attributes, { tag: { connect: [1, 2] } }))).toEqual({
      tag: { kind: 'patch', connect: [{ id: 2, position: end }], disconnect: [], strict: true },
    })
  })

  test('all ids that are named must exist', () => {
    const { write } = update(attributes, {
      tag: [1, 2],
      tags: { connect: [3], disconnect: [4] },
      cover: 5,
      files: { set: [6] },
    })
    expect([...collectTargets(write, () => false)]).toEqual([
      ['api::tag.tag', new Set([1, 2, 3])],
      ['plugin::upload.file', new Set([5, 6])],
    ])
  })

  test('what cannot be an id is counted as missing', () => {
    const { write } = update(attributes, { tags: ['abc', 'abc', 'def', -1, 2.5, 2 ** 60, true, 7] })
    const ids = [...collectTargets(write, () => false).get('api::tag.tag')!]
    expect(ids.filter(id => id > 0)).toEqual([7])
    expect(ids).toHaveLength(7)
  })

  test('missing ones are one problem of the whole entry', () => {
    const missing = [{ uid: 'api::tag.tag', count: 2 }]
    expect(update(attributes, { tags: [8, 9] }, { found: { taken: [], missing } }).problems).toEqual([
      { path: [], message: '2 relation(s) of type api::tag.tag associated with this entity do not exist' },
    ])
  })

  test.each([
    [{ connect: 5 }],
    [{ set: 5 }],
    [{ connect: [{}] }],
    [[null]],
    [[{ x: 1 }]],
    [[[1]]],
    [{ disconnect: [{}] }],
  ])('%j is no relation', given => {
    expect(problemsOf(update(attributes, { tags: given }))).toEqual([': Invalid relations'])
  })

  test('positions that contradict each other are refused', () => {
    const refusal = (data: Json) => create(attributes, data).refusal?.message
    const twice = { connect: [{ id: 1, position: { start: true } }, 1] }
    expect(refusal({ tags: twice })).toBe(
      'The relation with id 1 is already connected. You cannot connect the same relation twice.',
    )
    expect(
      refusal({
        tags: {
          connect: [
            { id: 1, position: { before: 2 } },
            { id: 2, position: { before: 1 } },
          ],
        },
      }),
    ).toContain('A circular reference')
    expect(refusal({ tags: { connect: [{ id: 1, position: { before: 9 } }], options: { strict: false } } })).toContain(
      'needs to be connected first',
    )
    expect(refusal({ tag: twice })).toBeUndefined()
    expect(update(attributes, { tags: twice }).refusal?.message).toContain('already connected')
  })

  test('a required relation may not be missing; files may', () => {
    const required = {
      tag: relation('manyToOne', 'api::tag.tag', { required: true }),
      cover: { type: 'media', required: true },
    }
    expect(problemsOf(create(required, {}))).toEqual(['tag: tag must be defined.'])
    expect(problemsOf(update(required, { tag: null, cover: null }))).toEqual(['tag: tag cannot be null.'])
    expect(problemsOf(create(required, { publishedAt: null }, { isDraft: true }))).toEqual([])
  })

  test('relations to what the caller may not find are dropped, in components too', () => {
    const { plan, context } = world({
      ...attributes,
      link: { type: 'component', component: 'shared.link' },
      author: relation('manyToOne', 'api::author.author'),
    })
    const access: Access = { ...EVERYTHING, everything: false, actions: new Set(['api::author.author.find']) }
    const { write } = plan(
      { tag: 1, tags: [1], author: 2, cover: 3, link: { tag: 4, label: 'x' } },
      { context: { ...context, access } },
    )
    expect(changes({ write })).toEqual({ author: set(2), cover: set(3) })
    expect(write.components[0]?.items[0]?.entry.links).toEqual([])
  })

  test('morph relations name types', () => {
    const morphs = {
      subject: { type: 'relation', relation: 'morphToOne' },
      subjects: { type: 'relation', relation: 'morphToMany' },
    }
    const tag = (id: number) => ({ __type: 'api::tag.tag', id })
    const plan = update(morphs, { subject: tag(1), subjects: [tag(2), tag(3)] })
    expect(plan.write.morphs.map(({ attribute, targets }) => [attribute.name, targets])).toEqual([
      ['subject', [{ uid: 'api::tag.tag', id: 1 }]],
      [
        'subjects',
        [
          { uid: 'api::tag.tag', id: 2 },
          { uid: 'api::tag.tag', id: 3 },
        ],
      ],
    ])
    expect(problemsOf(update(morphs, { subjects: [{ __type: 'no.such', id: 1 }] }))).toEqual([': Invalid relations'])
    expect(problemsOf(update(morphs, { subjects: { connect: [tag(1)] } }))).toEqual([': Invalid relations'])
  })
})
