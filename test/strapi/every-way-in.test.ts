/**
 * The same change by every way in: what is stored, what listeners are told and what is announced must not depend on who asked
 * for it. Importing is the exception that is documented: it runs no code of the project and announces nothing.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContentEvent } from '../../src/content/event-stream.ts'
import { extendApi, SERVER } from '../../src/extend/extend-api.ts'
import type { ProjectCode, ProjectServices } from '../../src/extend/project-code.ts'
import { createEntities } from '../../src/strapi/run/entities/create-entities.ts'
import type { Lifecycles } from '../../src/strapi/run/entities/lifecycle-events.ts'
import { createLifecycles } from '../../src/strapi/run/entities/lifecycles.ts'
import { strapiModels } from '../../src/strapi/run/strapi-models.ts'
import type { StrapiEntities, StrapiHost } from '../../src/strapi/run/strapi-types.ts'
import { importContent } from '../../src/transfer/import/import-content.ts'
import { ExtendApp, type Json } from '../extend/extend-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { folderWith } from '../support/worlds/folder-with.ts'

const UID = 'api::story.story'
const STORY = {
  collectionName: 'stories',
  info: { singularName: 'story', pluralName: 'stories', displayName: 'Story' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string', required: true },
    slug: { type: 'uid', targetField: 'title', required: true },
    words: { type: 'integer', default: 7 },
    mood: { type: 'string', default: 'calm' },
    secret: { type: 'password' },
    parts: { type: 'component', repeatable: true, component: 'text.part' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'stories' },
  },
}
const TAG = {
  collectionName: 'tags',
  info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
  attributes: {
    name: { type: 'string' },
    stories: { type: 'relation', relation: 'manyToMany', target: UID, mappedBy: 'tags' },
  },
}
const PART = { collectionName: 'components_text_parts', attributes: { text: { type: 'string' } } }
const ALL = ['find', 'findOne', 'create', 'update', 'delete', 'findDrafts']
const FILES = {
  'src/api/story/content-types/story/schema.json': STORY,
  'src/api/tag/content-types/tag/schema.json': TAG,
  'src/components/text/part.json': PART,
  'content/permissions.json': {
    public: [
      ...ALL.map(action => `${UID}.${action}`),
      'api::tag.tag.find',
      'plugin::users-permissions.auth.register',
      ...['create', 'update', 'destroy', 'find'].map(action => `plugin::users-permissions.user.${action}`),
    ],
  },
  'content/tag.json': [{ name: 'north' }, { name: 'south' }],
}
const SECRETS = { jwt: 'secret of users', admin: 'secret of administrators', apiTokenSalt: 'salt' }
const GIVEN = { title: 'The long way', secret: 'hush', parts: [{ text: 'one' }, { text: 'two' }], tags: [1, 2] }

/** Changes by one way in. */
interface Way {
  /** Returns the id. */
  create(data: object): Promise<number>
  update(id: number, data: object): Promise<void>
  remove(id: number): Promise<void>
}

class World {
  readonly told: string[]
  readonly events: string[]
  readonly app: ExtendApp
  readonly services: ProjectServices
  readonly ways: Readonly<Record<string, Way>>

  constructor(parts: Pick<World, 'told' | 'events' | 'app' | 'services' | 'ways'>) {
    this.told = parts.told
    this.events = parts.events
    this.app = parts.app
    this.services = parts.services
    this.ways = parts.ways
  }

  static async open(client: (typeof CLIENTS)[number]): Promise<World> {
    const folder = await folderWith(FILES)
    const told: string[] = []
    const events: string[] = []
    let services: ProjectServices | undefined
    let lifecycles: Lifecycles | undefined
    // The listeners of a Strapi project hear what the core writes, and what its own code writes.
    const code: ProjectCode = {
      hooks: {
        has: (uid, when) => lifecycles?.hooks.has(uid, when) ?? false,
        beforeWrite: event => lifecycles!.hooks.beforeWrite(event),
        afterWrite: event => lifecycles!.hooks.afterWrite(event),
      },
      report: [],
      start: async given => {
        services = given
      },
      stop: async () => {},
    }
    const onEvent = ({ action, type, tables }: ContentEvent) =>
      void events.push(`${action} ${type} ${[...tables].sort()}`)
    const app = new ExtendApp(
      await buildTestApp({ folder, database: await freshDatabase(client), secrets: SECRETS, code, onEvent }),
    )
    const { content, media, users } = services!
    const models = strapiModels(content.schema)
    lifecycles = createLifecycles(models) as Lifecycles
    const entities = createEntities({
      schema: content.schema,
      content,
      media,
      users,
      models,
      lifecycles,
    } as unknown as StrapiHost)
    listen(lifecycles, told)
    const ways = { ...coreWays(app, services!), ...strapiWays(entities), panel: panelWay(await app.panel()) }
    return new World({ told, events, app, services: services!, ways })
  }

  forget(): void {
    this.told.length = 0
    this.events.length = 0
  }

  /** The stored entry, without what is different for every entry. */
  async stored(id: number): Promise<Json> {
    const { content } = this.services
    const query = { populate: ['parts', 'tags'], publicationState: 'preview' } as Json
    const answer = (await extendApi(content, SERVER).findOne('stories' as never, id as never, query)) as Json
    const { createdAt, updatedAt, publishedAt, slug, ...attributes } = answer.data.attributes
    expect(createdAt <= updatedAt).toBe(true)
    const parts = attributes.parts.map(({ id: _, ...part }: Json) => part)
    const tags = attributes.tags.data.map((tag: Json) => tag.id)
    return { ...attributes, parts, tags, isPublished: publishedAt !== null, slug: slug.replace(/-\d+$/, '') }
  }
}

function listen(lifecycles: Lifecycles, told: string[]): void {
  const tell = (event: Json) => void told.push(`${event.action} ${Object.keys(event.params.data ?? {}).sort()}`)
  const names = ['Create', 'Update', 'Delete'].flatMap(what => [`before${what}`, `after${what}`])
  lifecycles.subscribe({ models: [UID], ...Object.fromEntries(names.map(name => [name, tell])) } as Json)
}

function coreWays(app: ExtendApp, { content }: ProjectServices): Readonly<Record<string, Way>> {
  const own = extendApi(content, SERVER) as Json
  return {
    'content API': {
      create: async data => (await done(app.send('POST /stories', { data }))).data.id,
      update: async (id, data) => void (await done(app.send(`PUT /stories/${id}`, { data }))),
      remove: async id => void (await done(app.send(`DELETE /stories/${id}`))),
    },
    'own code': {
      create: async data => (await own.create('stories', data)).data.id,
      update: async (id, data) => void (await own.update('stories', id, data)),
      remove: async id => void (await own.delete('stories', id)),
    },
  }
}

function strapiWays({ entityService }: StrapiEntities): Readonly<Record<string, Way>> {
  const service = entityService as Json
  return {
    'Strapi code': {
      create: async data => (await service.create(UID, { data: { publishedAt: new Date(), ...data } })).id,
      update: async (id, data) => void (await service.update(UID, id, { data })),
      remove: async id => void (await service.delete(UID, id)),
    },
  }
}

type Panel = (request: string, body?: object) => Promise<Json>

function panelWay(panel: Panel): Way {
  return {
    create: async data => {
      const { id } = (await done(panel(`POST ${UID}`, { data }))).data
      await done(panel(`POST ${UID}/${id}/publish`, {}))
      return id
    },
    update: async (id, data) => void (await done(panel(`PUT ${UID}/${id}`, { data }))),
    remove: async id => void (await done(panel(`DELETE ${UID}/${id}`))),
  }
}

async function done(answer: Promise<Json>): Promise<Json> {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) })
  return body
}

const WAYS = ['content API', 'own code', 'Strapi code', 'panel']

describe.each(CLIENTS)('the same change by every way in, on %s', client => {
  let world: World
  beforeAll(async () => {
    world = await World.open(client)
  })
  beforeEach(() => world.forget())

  test.each(WAYS)('%s: a new entry', async name => {
    const id = await world.ways[name]!.create(GIVEN)
    expect(await world.stored(id)).toEqual({
      ...{ title: 'The long way', slug: 'the-long-way', words: 7, mood: 'calm' },
      ...{ parts: [{ text: 'one' }, { text: 'two' }], tags: [1, 2], isPublished: true },
    })
    expect(world.told.map(line => line.split(' ')[0])).toEqual([
      ...['beforeCreate', 'afterCreate'],
      // The panel makes a draft, and publishes it.
      ...(name === 'panel' ? ['beforeUpdate', 'afterUpdate'] : []),
    ])
    expect(world.events[0]).toBe(`create ${UID} components_text_parts,stories,stories_components,stories_tags_links`)
    expect(world.events).toHaveLength(name === 'panel' ? 2 : 1)
  })

  test.each(WAYS)('%s: a changed entry', async name => {
    const id = await world.ways[name]!.create(GIVEN)
    world.forget()
    await world.ways[name]!.update(id, { title: 'Shorter', tags: [2], parts: [{ text: 'three' }] })
    expect(await world.stored(id)).toEqual({
      ...{ title: 'Shorter', slug: 'the-long-way', words: 7, mood: 'calm' },
      ...{ parts: [{ text: 'three' }], tags: [2], isPublished: true },
    })
    expect(world.told.map(line => line.split(' ')[0])).toEqual(['beforeUpdate', 'afterUpdate'])
    expect(world.events).toEqual([`update ${UID} components_text_parts,stories,stories_components,stories_tags_links`])
  })

  test.each(WAYS)('%s: a deleted entry', async name => {
    const id = await world.ways[name]!.create(GIVEN)
    world.forget()
    await world.ways[name]!.remove(id)
    expect((await world.app.send(`GET /stories/${id}`)).status).toBe(404)
    expect(world.told.map(line => line.split(' ')[0])).toEqual(['beforeDelete', 'afterDelete'])
    expect(world.events.map(event => event.split(' ')[0])).toEqual(['delete'])
  })

  test.each(WAYS)('%s: wrong values are refused, and nothing is told or changed', async name => {
    const way = world.ways[name]!
    const id = await way.create(GIVEN)
    const before = await world.stored(id)
    world.forget()
    await expect(way.create({ title: 1, words: 'many' })).rejects.toThrow()
    await expect(way.update(id, { words: 'many' })).rejects.toThrow()
    expect(await world.stored(id)).toEqual(before)
    expect(world.events).toEqual([])
    expect(world.told.filter(line => line.startsWith('after'))).toEqual([])
  })

  test('a bulk action changes entries as single changes do', async () => {
    const api = world.ways['content API']!
    const ids = [await api.create(GIVEN), await api.create(GIVEN)]
    const panel = await world.app.panel()
    world.forget()
    await done(panel(`POST ${UID}/bulk`, { action: 'edit', ids, data: { mood: 'wild', tags: [1] } }))
    for (const id of ids) expect(await world.stored(id)).toMatchObject({ mood: 'wild', tags: [1] })
    expect(world.told.map(line => line.split(' ')[0])).toEqual([
      ...['beforeUpdate', 'beforeUpdate', 'afterUpdate', 'afterUpdate'],
    ])
    expect(world.events).toHaveLength(2)
  })

  test('an import stores the same rows, and tells nobody', async () => {
    const { content } = world.services
    const { database, schema, clock, hashPassword } = content
    const id = await world.ways['content API']!.create(GIVEN)
    const expected = await world.stored(id)
    world.forget()
    const file = join(temporaryFolder(), 'stories.jsonl')
    const { title, secret, parts } = GIVEN
    const tags = GIVEN.tags.map(tag => ({ type: 'api::tag.tag', id: tag }))
    const values = { title, secret, parts: parts.map((part, index) => ({ id: 900 + index, ...part })), tags }
    const published = { slug: 'the-long-way-900', words: 7, mood: 'calm', publishedAt: '2026-01-01T00:00:00.000Z' }
    const lines = [
      {
        format: 'populus-content',
        version: 1,
        types: [UID, 'api::tag.tag'].map(uid => ({ uid, attributes: {} })),
        components: [],
      },
      { type: UID, id: 5000, attributes: { ...values, ...published } },
    ]
    await writeFile(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    await importContent({ database, schema, clock, hashPassword, file, mode: 'all-or-nothing' })
    const list = (await world.app.send('GET /stories?filters[slug]=the-long-way-900&fields[0]=id')).body.data
    expect(await world.stored(list[0].id)).toEqual(expected)
    expect([...world.told, ...world.events]).toEqual([])
  })

  const USER = 'plugin::users-permissions.user'
  test('a user is the same whoever creates it', async () => {
    const person = (name: string) => ({ username: name, email: `${name}@example.org`, password: 'a password' })
    await done(world.app.send('POST /auth/local/register', person('anna')))
    await done(world.app.send('POST /users', { ...person('bert'), role: 1, confirmed: true }))
    const creations = world.events.map(event => event.split(' ').slice(0, 2).join(' '))
    expect(creations).toEqual([`create ${USER}`, `create ${USER}`])
    const { body } = await world.app.send('GET /users?sort=id')
    const shared = body.map(
      ({ id: _i, username: _n, email: _e, createdAt: _c, updatedAt: _u, role: _r, ...rest }: Json) => rest,
    )
    expect(shared[0]).toEqual(shared[1])
  })
})
