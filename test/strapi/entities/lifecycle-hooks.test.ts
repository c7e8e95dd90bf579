/** The listeners of a project hear what the content API, the panel and its own code write, in the words of Strapi. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectCode } from '../../../src/extend/project-code.ts'
import { createEntities } from '../../../src/strapi/run/entities/create-entities.ts'
import type { Lifecycles } from '../../../src/strapi/run/entities/lifecycle-events.ts'
import { createLifecycles } from '../../../src/strapi/run/entities/lifecycles.ts'
import { ApplicationError } from '../../../src/strapi/run/errors/strapi-errors.ts'
import { strapiModels } from '../../../src/strapi/run/strapi-models.ts'
import type { Loose, StrapiEntities, StrapiHost } from '../../../src/strapi/run/strapi-types.ts'
import { type ExtendApp, openExtendApp } from '../../extend/extend-app.ts'
import { CLIENTS } from '../../support/databases.ts'

const NOTE = 'api::note.note'

function codeOf(lifecycles: Lifecycles, models: Loose, connected: (entities: StrapiEntities) => void): ProjectCode {
  return {
    hooks: lifecycles.hooks,
    report: [],
    start: async services => {
      Object.assign(models, strapiModels(services.content.schema))
      const { schema } = services.content
      connected(createEntities({ ...services, schema, models, lifecycles } as unknown as StrapiHost))
    },
    stop: async () => undefined,
  }
}

describe.each(CLIENTS)('%s', client => {
  let app: ExtendApp
  let panel: (request: string, body?: object) => Promise<Loose>
  let strapi: StrapiEntities
  let listen: Loose = () => undefined
  const seen: Loose[] = []
  const models = { contentTypes: {}, components: {} }
  const lifecycles = createLifecycles(models)

  beforeAll(async () => {
    app = await openExtendApp(client, { dialect: 'strapi4', code: codeOf(lifecycles, models, made => (strapi = made)) })
    panel = await app.panel()
    lifecycles.subscribe((event: Loose) => {
      if (event.action.includes('Find') || event.action.includes('Count')) return
      const { title } = event.params.data ?? {}
      const { where } = event.params
      seen.push({ action: event.action, model: event.model.uid, where, title, result: event.result?.title })
      event.state.count = (event.state.count ?? 0) + 1
      seen.at(-1).times = event.state.count
      return listen(event)
    })
  })
  beforeEach(() => {
    seen.length = 0
    listen = () => undefined
  })
  const actions = () => seen.map(({ action }) => action)

  test('the content API', async () => {
    const { body } = await app.send('POST /notes', { data: { title: 'One' } })
    const { id } = body.data
    await app.send(`PUT /notes/${id}`, { data: { title: 'Two' } })
    await app.send(`DELETE /notes/${id}`)
    const where = { id }
    expect(seen).toEqual([
      { action: 'beforeCreate', model: NOTE, where: undefined, title: 'One', result: undefined, times: 1 },
      { action: 'afterCreate', model: NOTE, where: undefined, title: 'One', result: 'One', times: 2 },
      { action: 'beforeUpdate', model: NOTE, where, title: 'Two', result: undefined, times: 1 },
      { action: 'afterUpdate', model: NOTE, where, title: 'Two', result: 'Two', times: 2 },
      { action: 'beforeDelete', model: NOTE, where, title: undefined, result: undefined, times: 1 },
      { action: 'afterDelete', model: NOTE, where, title: undefined, result: 'Two', times: 2 },
    ])
  })

  test('what listeners set is stored, whatever the caller may write', async () => {
    listen = ({ action, params }: Loose) => {
      if (action !== 'beforeCreate') return
      params.data.slug = params.data.title.toLowerCase()
      params.data.secret = 'set by the project'
      delete params.data.title
      params.data.title = 'Changed'
    }
    const { body } = await app.send('POST /notes', { data: { title: 'Given' } })
    expect(body.data.attributes).toMatchObject({ title: 'Changed', slug: 'given' })
    const stored = await strapi.entityService.findOne(NOTE, body.data.id)
    expect(stored).toMatchObject({ secret: 'set by the project', publishedAt: expect.any(String) })
  })

  test('a listener refuses a write with an error of Strapi', async () => {
    listen = ({ action }: Loose) => {
      if (action === 'beforeCreate') throw new ApplicationError('not today', { day: 'Monday' })
    }
    const before = await strapi.entityService.count(NOTE)
    const { status, body } = await app.send('POST /notes', { data: { title: 'One' } })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        data: null,
        error: { status: 400, name: 'ApplicationError', message: 'not today', details: { day: 'Monday' } },
      },
    })
    expect(await strapi.entityService.count(NOTE)).toBe(before)
  })

  test('any other error is a fault of the project, and says nothing to the client', async () => {
    listen = () => {
      throw new Error('a secret')
    }
    const { status, body } = await app.send('POST /notes', { data: { title: 'One' } })
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('the admin panel, with who it is, and many entries at once', async () => {
    const people: unknown[] = []
    listen = ({ params }: Loose) => {
      people.push([params.data?.createdBy, params.data?.updatedBy])
    }
    const ids: number[] = []
    for (const title of ['A', 'B']) ids.push((await panel('POST api::note.note', { data: { title } })).body.data.id)
    expect(actions()).toEqual(['beforeCreate', 'afterCreate', 'beforeCreate', 'afterCreate'])
    expect(people[0]).toEqual([1, 1])
    seen.length = 0
    await panel('POST api::note.note/bulk', { action: 'edit', ids, data: { slug: 'both' } })
    expect(actions()).toEqual(['beforeUpdate', 'beforeUpdate', 'afterUpdate', 'afterUpdate'])
    seen.length = 0
    const removed = await panel('POST api::note.note/bulk', { action: 'delete', ids })
    expect(removed.status).toBe(200)
    expect(actions()).toEqual(['beforeDeleteMany', 'afterDeleteMany'])
    expect(seen[0].where).toEqual({ id: { $in: ids } })
  })

  test('its own code, inside a listener too', async () => {
    listen = async ({ action, params }: Loose) => {
      if (action === 'beforeCreate' && params.data.title === 'Outer')
        await strapi.entityService.create(NOTE, { data: { title: 'Inner' } })
    }
    await app.send('POST /notes', { data: { title: 'Outer' } })
    expect(seen.map(({ action, title }) => `${action} ${title}`)).toEqual([
      'beforeCreate Outer',
      'beforeCreate Inner',
      'afterCreate Inner',
      'afterCreate Outer',
    ])
  })

  test('a listener that causes itself ends', async () => {
    listen = ({ action }: Loose) =>
      action === 'beforeCreate' ? strapi.entityService.create(NOTE, { data: { title: 'Again' } }) : undefined
    await expect(strapi.entityService.create(NOTE, { data: { title: 'Once' } })).rejects.toThrow('cause themselves')
  })
})
