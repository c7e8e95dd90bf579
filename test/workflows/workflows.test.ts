/** Entries go through stages of a review: who may move them, and in which stage they are published. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EntryList, OpenEntry } from '../../src/admin-api/content-api.ts'
import type { EntryStage, Workflow } from '../../src/admin-api/review/workflow-api.ts'
import { errorBody, FORBIDDEN, SECRETS } from '../identity/administrators/admin-app.ts'
import { PanelApp } from '../management/panel-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'

const ARTICLE = 'api::article.article'
const TAG = 'api::tag.tag'
const HOUR = 3_600_000
const PATIENT = { timeout: 60_000, interval: 50 }
const EDITOR = 2
const AUTHOR = 3
const ROOT = { id: 1, name: '#1' }
const TODO = { name: 'To do', colour: '#4945ff' }
const REVIEW = { name: 'In review', colour: '#f29d41' }
const READY = { name: 'Ready', colour: '#328048' }
const HELD = 'The entry is in the stage To do, and can be published only in the stage Ready'

describe.each(CLIENTS)('review workflows, on %s', client => {
  const app = new PanelApp()
  let ahead = 0
  const clock = () => Date.now() + ahead
  const told: string[] = []
  const server = () =>
    buildTestApp({
      ...{ folder: WORLD, database: app.database, secrets: SECRETS, clock },
      onEvent: ({ action, type, id, by }) => told.push(`${action} ${type} ${id} by ${by}`),
    })

  beforeAll(() => app.open(client))
  beforeEach(async () => {
    for (const { id } of await app.data<Workflow[]>('GET /workflows')) await app.call(`DELETE /workflows/${id}`)
  })

  const make = (body: object = {}) =>
    app.data<Workflow>('POST /workflows', {
      body: { name: 'Articles', types: [ARTICLE], stages: [TODO, REVIEW, READY], ...body },
    })
  const draft = async (data: object = { title: 'New' }, token = app.token) =>
    (await app.data<{ id: number }>(`POST /content/${ARTICLE}`, { body: { data }, token })).id
  const open = (id: number, token = app.token) => app.data<OpenEntry>(`GET /content/${ARTICLE}/${id}`, { token })
  const stageOf = async (id: number) => {
    const { stage } = await open(id)
    return stage?.stages.find(({ id: each }) => each === stage.stage)?.name
  }
  const move = (id: number, stage: string, more: object = {}, token = app.token) =>
    app.call(`PUT /content/${ARTICLE}/${id}/stage`, { body: { stage, ...more }, token })
  const idOf = ({ stages }: Workflow, name: string) => stages.find(stage => stage.name === name)!.id
  const message = ({ body }: { body: unknown }) => (body as { error: { message: string } }).error.message

  test('are made, listed, shown, changed and removed', async () => {
    const made = await make({ publishFrom: 'Ready' })
    const all = { id: expect.stringMatching(/^[0-9a-f]{16}$/), leave: null, enter: null }
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'Articles', types: [ARTICLE], publishFrom: 'Ready' },
      stages: [TODO, REVIEW, READY].map(stage => ({ ...all, ...stage })),
    })
    expect(await app.data('GET /workflows')).toEqual([made])
    expect(await app.data(`GET /workflows/${made.id}`)).toEqual(made)
    const [first, , last] = made.stages
    const stages = [{ ...last, colour: '#AABBCC', leave: [EDITOR] }, first, { ...REVIEW, name: 'New', enter: [] }]
    const body = { name: 'Texts', stages, publishFrom: null }
    const changed = await app.data<Workflow>(`PUT /workflows/${made.id}`, { body })
    expect(changed).toEqual({
      ...{ ...made, name: 'Texts', publishFrom: null },
      stages: [{ ...last, colour: '#aabbcc', leave: [EDITOR] }, first, { ...all, ...REVIEW, name: 'New', enter: [] }],
    })
    expect(await app.data(`GET /workflows/${made.id}`)).toEqual(changed)
    expect(await app.data('GET /workflow-roles')).toEqual([
      { id: EDITOR, name: 'Editor' },
      { id: AUTHOR, name: 'Author' },
    ])
    expect(await app.data(`DELETE /workflows/${made.id}`)).toEqual({ deleted: true })
    for (const request of ['GET', 'DELETE', 'PUT']) {
      const answer = await app.call(`${request} /workflows/${made.id}`, request === 'PUT' ? { body: {} } : {})
      expect(answer.body).toEqual(errorBody(404, 'NotFoundError', 'Not Found'))
    }
  })

  test.each([
    [{ stages: undefined }, 'stages: expected a list of stages'],
    [{ name: '' }, 'name: expected a non-empty string'],
    [{ stages: [] }, 'stages: expected at least one stage'],
    [{ stages: Array.from({ length: 51 }, () => TODO) }, 'stages: expected at most 50 stages'],
    [{ stages: [{ name: 'x' }] }, 'stages.0.colour: expected a colour, such as #4945ff'],
    [{ stages: [{ name: 'x', colour: 'red;' }] }, 'stages.0.colour: expected a colour, such as #4945ff'],
    [{ stages: [TODO, TODO] }, 'stages.1.name: there is a stage To do already'],
    [{ stages: [{ ...TODO, id: 'abc' }] }, 'stages.0.id: there is no such stage to keep: abc'],
    [{ stages: [{ ...TODO, leave: [99] }] }, 'stages.0.leave: there is no role 99'],
    [{ stages: [{ ...TODO, enter: ['x'] }] }, 'stages.0.enter.0: expected the number of a role'],
    [{ stages: [{ ...TODO, enter: 'x' }] }, 'stages.0.enter: expected a list of roles, or null'],
    [{ types: ['api::nothing.nothing'] }, 'types: there is no content type api::nothing.nothing'],
    [{ types: ['admin::user'] }, 'types: there is no content type admin::user'],
    [{ types: [TAG] }, `types: ${TAG} belongs to the workflow Tags`],
    [{ name: 'Tags' }, 'name: there is a workflow Tags already'],
    [{ publishFrom: 'Never' }, 'publishFrom: there is no stage Never'],
    [{ publishfrom: null }, 'publishfrom: did you mean publishFrom?'],
  ])('refuse %j', async (body, expected) => {
    await make({ name: 'Tags', types: [TAG] })
    const own = { name: 'Articles', types: [ARTICLE], stages: [TODO, READY] }
    const answer = await app.call('POST /workflows', { body: { ...own, ...body } })
    expect([answer.status, message(answer)]).toEqual([400, expected])
  })

  test('a change refuses what a new one does, and keeps what was', async () => {
    const made = await make({ publishFrom: 'Ready' })
    const change = (body: object) => app.call(`PUT /workflows/${made.id}`, { body })
    expect(message(await change({ stages: [TODO] }))).toBe('publishFrom: there is no stage Ready')
    const [first] = made.stages
    expect(message(await change({ stages: [first, { ...READY, id: first!.id }] }))).toBe(
      `stages.1.id: there is no such stage to keep: ${first!.id}`,
    )
    expect(message(await change({ stage: [] }))).toBe('stage: did you mean stages?')
    expect(await app.data(`GET /workflows/${made.id}`)).toEqual(made)
  })

  test('each needs its right, and nobody without any learns which roles there are', async () => {
    const made = await make()
    const { id: role, code } = await app.data<{ id: number; code: string }>('POST /admin-roles', {
      body: { name: `Keepers ${client}` },
    })
    const token = await app.person('Kim', code)
    const requests = {
      read: ['GET /workflows', `GET /workflows/${made.id}`],
      create: ['POST /workflows'],
      update: [`PUT /workflows/${made.id}`],
      delete: ['DELETE /workflows/nothing'],
    } as const
    const body = { name: '' }
    const ask = (request: string, by: string | null = token) =>
      app.call(request, { token: by, ...(/^(POST|PUT)/.test(request) ? { body } : {}) })
    const all = [...Object.values(requests).flat(), 'GET /workflow-roles']
    for (const request of all) {
      expect((await ask(request)).body).toEqual(FORBIDDEN)
      expect((await ask(request, app.editor)).body).toEqual(FORBIDDEN)
      expect((await ask(request, null)).status).toBe(401)
    }
    for (const right of ['read', 'create', 'update', 'delete'] as const) {
      const action = `admin::review-workflows.${right}`
      const permissions = [{ action, subject: null, fields: null, locales: null, conditions: [] }]
      expect(await app.status(`PUT /admin-roles/${role}`, { body: { permissions } })).toBe(200)
      expect((await ask('GET /workflow-roles')).status).toBe(200)
      for (const [name, lines] of Object.entries(requests))
        for (const line of lines) expect((await ask(line)).status === 403).toBe(name !== right)
    }
    expect(await app.data(`GET /workflows/${made.id}`)).toEqual(made)
  })

  test('an entry begins in the first stage, and moves', async () => {
    const made = await make()
    const id = await draft()
    const [todo, review, ready] = made.stages.map(stage => stage.id)
    const places = made.stages.map(({ id: stage, name, colour }) => ({ id: stage, name, colour, mayMove: true }))
    const shown: EntryStage = {
      ...{ workflow: 'Articles', stage: todo!, publishFrom: null, movedAt: null, movedBy: null },
      stages: places.map(place => ({ ...place, mayMove: place.id !== todo })),
    }
    expect((await open(id)).stage).toEqual(shown)
    const { version } = await open(id)
    expect((await move(id, review!, { from: todo })).body).toEqual({
      data: {
        ...{ ...shown, stage: review, movedAt: '<moment>', movedBy: ROOT },
        stages: places.map(place => ({ ...place, mayMove: place.id !== review })),
      },
    })
    expect(await open(id)).toMatchObject({ version, stage: { stage: review } })
    const list = await app.data<{ id: number; stage: object }[]>(
      `GET /content/${ARTICLE}?filters[id][$in][0]=${id}&filters[id][$in][1]=1&sort=id`,
    )
    expect(list.map(row => [row.id, row.stage])).toEqual([
      [1, TODO],
      [id, REVIEW],
    ])
    expect(await app.data(`GET /activity?type=${ARTICLE}&entry=${id}&action=move`)).toMatchObject([
      { type: ARTICLE, entry: id, action: 'move', by: { kind: 'admin', id: 1 } },
    ])
    // Another person was faster, the same stage again, and one that does not exist.
    expect((await move(id, ready!, { from: todo })).status).toBe(409)
    expect((await move(id, review!)).status).toBe(200)
    expect(await app.data(`GET /activity?type=${ARTICLE}&entry=${id}&action=move`)).toHaveLength(1)
    expect(message(await move(id, 'nothing'))).toBe(
      `stage: there is no such stage; available: ${todo} (To do), ${review} (In review), ${ready} (Ready)`,
    )
    expect(message(await app.call(`PUT /content/${ARTICLE}/${id}/stage`, { body: {} }))).toBe(
      'stage: expected a string',
    )
    expect((await move(987_654, review!)).status).toBe(404)
    const tag = await app.call(`PUT /content/${TAG}/1/stage`, { body: { stage: review } })
    expect([tag.status, message(tag)]).toEqual([400, `${TAG} has no review workflow`])
    expect(await app.data(`GET /content/${TAG}/1`)).not.toHaveProperty('stage')
  })

  test('a list says which stages there are, has only the entries of one, and counts them', async () => {
    const made = await make({ stages: [TODO, REVIEW, { ...READY, enter: [AUTHOR] }] })
    const [todo, review, ready] = made.stages.map(stage => stage.id)
    const [one, two] = [await draft({ title: 'Listed 1' }), await draft({ title: 'Listed 2' })]
    await move(two, review!)
    const search = 'filters[title][$startsWith]=Listed&sort=id'
    const listed = (more: string, token = app.token) =>
      app.call(`GET /content/${ARTICLE}?${search}&${more}`, { token }) as Promise<{ body: EntryList }>
    const idsIn = async (more: string) => (await listed(more)).body.data.map(({ id }) => id)
    expect(await idsIn('')).toEqual([one, two])
    expect(await idsIn(`stage=${todo}`)).toEqual([one])
    expect(await idsIn(`stage=${review}`)).toEqual([two])
    expect(await idsIn(`stage=${ready}`)).toEqual([])
    expect(await idsIn(`stage=${review}&status=draft`)).toEqual([two])
    expect(await idsIn(`stage=${review}&status=published`)).toEqual([])
    expect(await app.data(`GET /content/${ARTICLE}/count?${search}&stage=${todo}`)).toEqual({ count: 1 })
    // What is known about a list is forgotten by a move.
    await move(one, review!)
    expect([await idsIn(`stage=${todo}`), await idsIn(`stage=${review}`)]).toEqual([[], [one, two]])
    expect(await app.data(`GET /content/${ARTICLE}/count?${search}&stage=${review}`)).toEqual({ count: 2 })

    const stages = made.stages.map(({ id, name, colour }) => ({ id, name, colour, mayEnter: true }))
    expect((await listed('')).body.meta.stages).toEqual(stages)
    expect((await listed('', app.editor)).body.meta.stages).toEqual(
      stages.map(stage => ({ ...stage, mayEnter: stage.id !== ready })),
    )
    const available = `available: ${todo} (To do), ${review} (In review), ${ready} (Ready)`
    expect(message(await listed('stage=nothing'))).toBe(`Invalid value for stage: there is no such stage; ${available}`)
    expect(message(await listed('stage[a]=b'))).toContain('stage: expected the id of a stage')
    const tags = await app.call(`GET /content/${TAG}?stage=${todo}`)
    expect([tags.status, message(tags)]).toEqual([400, `Invalid value for stage: ${TAG} has no review workflow`])
    expect((await app.call(`GET /content/${TAG}`)).body).not.toHaveProperty('meta.stages')
  })

  test('many entries move together, or none if the person may not move one of them', async () => {
    const made = await make({ stages: [TODO, { ...REVIEW, leave: [AUTHOR] }, READY] })
    const [todo, review, ready] = made.stages.map(stage => stage.id)
    const ids = [await draft({ title: 'Many 1' }), await draft({ title: 'Many 2' }), await draft({ title: 'Many 3' })]
    const [one, two, three] = ids
    await move(three!, ready!)
    const bulk = (body: object, token = app.token) =>
      app.call(`POST /content/${ARTICLE}/bulk`, { body: { action: 'move', ...body }, token })
    const places = () => Promise.all(ids.map(stageOf))
    const done = { dryRun: false, failed: [], incoming: 0 }
    expect((await bulk({ ids, stage: review, dryRun: true })).body).toEqual({ data: { ...done, dryRun: true, ids } })
    expect(await places()).toEqual(['To do', 'To do', 'Ready'])
    const query = { filters: { title: { $startsWith: 'Many' } }, stage: todo }
    expect((await bulk({ query, stage: review }, app.editor)).body).toEqual({ data: { ...done, ids: [one, two] } })
    expect(await places()).toEqual(['In review', 'In review', 'Ready'])
    // Only authors may move out of the review. One that is there already is not moved.
    const refused = (id?: number) => ({ id, message: 'no right to move it from In review to Ready', errors: [] })
    const failed = [refused(one), refused(two)]
    for (const dryRun of [true, false])
      expect((await bulk({ ids, stage: ready, dryRun }, app.editor)).body).toEqual({
        data: { dryRun, ids: [], failed, incoming: 0 },
      })
    expect(await places()).toEqual(['In review', 'In review', 'Ready'])
    expect((await bulk({ ids, stage: ready })).body).toEqual({ data: { ...done, ids: [one, two] } })
    expect(await places()).toEqual(['Ready', 'Ready', 'Ready'])
    expect(await app.data(`GET /activity?type=${ARTICLE}&entry=${two}&action=move`)).toHaveLength(2)

    expect(message(await bulk({ ids }))).toBe('stage: expected the id of a stage')
    expect(message(await bulk({ ids, stage: 'x' }))).toContain('stage: there is no such stage; available: ')
    expect((await bulk({ ids: [one, 987_654], stage: todo })).status).toBe(404)
    expect((await bulk({ ids, stage: todo }, app.author)).status).toBe(404)
    expect((await bulk({ ids, stage: todo, action: 'moves' })).body).toMatchObject({
      error: { message: 'action: expected publish, unpublish, delete, edit or move' },
    })
    const tag = await app.call(`POST /content/${TAG}/bulk`, { body: { action: 'move', ids: [1], stage: todo } })
    expect([tag.status, message(tag)]).toEqual([400, `${TAG} has no review workflow`])
    expect(await places()).toEqual(['Ready', 'Ready', 'Ready'])
  })

  test('what the content API keeps stays, because it shows nothing of stages', async () => {
    const made = await make()
    const id = await draft()
    await app.call('PATCH /roles/2/grants', { body: { grants: { [ARTICLE]: { actions: ['find'] } } } })
    const texts: string[] = []
    const running = await buildTestApp({
      ...{ folder: WORLD, database: app.database, secrets: SECRETS, cache: { responses: true, totals: true } },
      onStatement: ({ text }) => texts.push(text),
    })
    const headers = { authorization: `Bearer ${app.token}` }
    const read = async () => {
      texts.length = 0
      const { statusCode } = await running.inject({ method: 'GET', url: '/api/articles?fields[0]=title' })
      expect(statusCode).toBe(200)
      return texts.filter(text => text.includes('"articles"')).length
    }
    await read()
    expect(await read()).toBe(0)
    const url = `/admin/api/content/${ARTICLE}/${id}/stage`
    const payload = { stage: idOf(made, 'Ready') }
    expect((await running.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200)
    expect(await read()).toBe(0)
    const renamed = { method: 'PUT' as const, url: `/admin/api/content/${ARTICLE}/1`, headers }
    expect((await running.inject({ ...renamed, payload: { data: { title: 'Newer' } } })).statusCode).toBe(200)
    expect(await read()).toBeGreaterThan(0)
    await running.close()
  })

  test('translations have stages of their own', async () => {
    const made = await make()
    const id = await draft()
    const body = { data: { title: 'Neuf' }, locale: 'fr', translationOf: id }
    const french = (await app.data<{ id: number }>(`POST /content/${ARTICLE}`, { body })).id
    await app.call(`PUT /content/${ARTICLE}/${id}/stage?locale=fr`, { body: { stage: idOf(made, 'Ready') } })
    expect([await stageOf(id), await stageOf(french)]).toEqual(['To do', 'Ready'])
  })

  test('those whose role a stage names may move out of it and into it; else those who may change the entry', async () => {
    const made = await make({ stages: [TODO, { ...REVIEW, leave: [AUTHOR] }, { ...READY, enter: [AUTHOR] }] })
    const [todo, review, ready] = made.stages.map(stage => stage.id)
    const id = await draft({ title: 'Own' }, app.author)
    const may = async (token: string) => (await open(id, token)).stage?.stages.map(({ mayMove }) => mayMove)
    expect(await may(app.editor)).toEqual([false, true, false])
    expect(await may(app.author)).toEqual([false, true, true])
    const refused = await move(id, ready!, {}, app.editor)
    const hint = 'no right to move it from To do to Ready'
    expect(refused.body).toEqual(errorBody(403, 'ForbiddenError', 'Forbidden', { code: 'A304', hint }))
    expect((await move(id, review!, {}, app.editor)).status).toBe(200)
    expect(await may(app.editor)).toEqual([false, false, false])
    expect((await move(id, todo!, {}, app.editor)).status).toBe(403)
    expect((await move(id, ready!, {}, app.author)).status).toBe(200)
    expect((await open(id)).stage).toMatchObject({ stage: ready, movedBy: { name: 'Aron' } })
    // A role that is named may move what it may read, even if it may not change it. Others need the right to change it.
    await app.limit(ARTICLE, [{ action: 'read' }])
    await app.call(`PUT /workflows/${made.id}`, {
      body: { stages: made.stages.map(stage => ({ ...stage, leave: [EDITOR], enter: [EDITOR] })) },
    })
    expect((await move(id, todo!, {}, app.editor)).status).toBe(200)
    expect((await move(id, ready!, {}, app.author)).status).toBe(404)
    await app.call(`PUT /workflows/${made.id}`, {
      body: { stages: made.stages.map(stage => ({ ...stage, leave: null, enter: null })) },
    })
    expect((await move(id, review!, {}, app.editor)).status).toBe(403)
    expect(await may(app.editor)).toEqual([false, false, false])
    await app.limit(ARTICLE, [])
    expect((await move(id, review!, {}, app.editor)).status).toBe(404)
    await app.limit(ARTICLE, [{ action: 'read' }, { action: 'update' }, { action: 'publish' }])
    expect((await move(id, review!, {}, app.editor)).status).toBe(200)
  })

  test('a role that is deleted is named no more', async () => {
    const role = await app.data<{ id: number }>('POST /admin-roles', { body: { name: `Gone ${client}` } })
    const made = await make({ stages: [{ ...TODO, leave: [role.id, EDITOR] }] })
    await app.call(`DELETE /admin-roles/${role.id}`)
    expect(await app.data(`GET /workflows/${made.id}`)).toMatchObject({ stages: [{ leave: [EDITOR] }] })
    expect(await app.status(`PUT /workflows/${made.id}`, { body: { name: 'Kept' } })).toBe(200)
  })

  test('only the stage to publish from lets entries go live: alone, together, in a release, with translations', async () => {
    const made = await make({ publishFrom: 'Ready' })
    const [id, other] = [await draft(), await draft()]
    const problem = { path: [], message: HELD, name: 'ValidationError' }
    const publish = () => app.call(`POST /content/${ARTICLE}/${id}/publish`, { body: {} })
    expect(await publish()).toMatchObject({ status: 400, body: { error: { message: HELD } } })
    expect(await app.data(`GET /content/${ARTICLE}/${id}/check`)).toEqual({ problems: [problem], draftRelations: [] })
    const bulk = (dryRun: boolean) =>
      app.data(`POST /content/${ARTICLE}/bulk`, { body: { action: 'publish', ids: [id, other], dryRun } })
    await move(other, idOf(made, 'Ready'))
    const failed = [{ id, message: HELD, errors: [problem] }]
    expect(await bulk(false)).toEqual({ dryRun: false, ids: [], failed, incoming: 0 })
    const release = await app.data<{ id: string }>('POST /releases', { body: { name: 'Autumn' } })
    const items = { uid: ARTICLE, action: 'publish', ids: [id, other] }
    await app.call(`POST /releases/${release.id}/items`, { body: items })
    expect(await app.status(`POST /releases/${release.id}/publish`)).toBe(400)
    expect([(await open(id)).status, (await open(other)).status]).toEqual(['draft', 'draft'])
    await move(id, idOf(made, 'Ready'))
    expect(await bulk(true)).toMatchObject({ ids: [id, other], failed: [] })
    expect(await app.status(`POST /releases/${release.id}/publish`)).toBe(200)
    expect([(await open(id)).status, (await open(other)).status]).toEqual(['published', 'published'])
    // Changes wait for the review, and what is published stays so and can be taken back.
    await move(id, idOf(made, 'To do'))
    await app.call(`PUT /content/${ARTICLE}/${id}`, { body: { data: { title: 'Newer' }, pending: true } })
    expect((await publish()).status).toBe(400)
    expect((await open(id)).status).toBe('modified')
    expect(await app.status(`POST /content/${ARTICLE}/${id}/unpublish`, { body: {} })).toBe(200)
  })

  test('what is to be published at a time waits for no stage, and says why it failed', async () => {
    await make({ publishFrom: 'Ready' })
    const id = await draft()
    const at = new Date(clock() + HOUR).toISOString()
    await app.call(`PUT /content/${ARTICLE}/${id}/schedule`, { body: { publishAt: at } })
    const running = await server()
    ahead += 2 * HOUR
    const state = async () => (await app.data<{ publish: object }>(`GET /content/${ARTICLE}/${id}/schedule`)).publish
    await expect.poll(state, PATIENT).toMatchObject({ state: 'failed', reason: HELD })
    await running.close()
    expect((await open(id)).status).toBe('draft')
  })

  test('clients of the content API are not bound, and are told nothing of stages', async () => {
    await make({ publishFrom: 'Ready' })
    const { accessKey } = await app.data<{ accessKey: string }>('POST /tokens', {
      body: { name: `all ${client}`, type: 'full-access' },
    })
    const body = { data: { title: 'From outside', publishedAt: '2026-01-01T00:00:00.000Z' } }
    const answer = await app.call('POST /api/articles', { body, token: accessKey })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('stage')
    const { id } = (answer.body as { data: { id: number } }).data
    expect(await stageOf(id)).toBe('To do')
    expect((await open(id)).status).toBe('published')
  })

  test('a stage that is removed leaves its entries to the one before, and a type takes its stages along', async () => {
    const made = await make()
    const [first, , last] = made.stages
    const id = await draft()
    await move(id, idOf(made, 'In review'))
    await app.call(`PUT /workflows/${made.id}`, { body: { stages: [first, last] } })
    expect(await stageOf(id)).toBe('To do')
    await move(id, last!.id)
    await app.call(`PUT /workflows/${made.id}`, { body: { types: [] } })
    expect(await open(id)).not.toHaveProperty('stage')
    await app.call(`PUT /workflows/${made.id}`, { body: { types: [ARTICLE] } })
    expect(await stageOf(id)).toBe('To do')
    await move(id, last!.id)
    await app.call(`DELETE /workflows/${made.id}`)
    await make()
    expect(await stageOf(id)).toBe('To do')
  })

  test('a deleted entry that comes back is a draft in the first stage', async () => {
    const made = await make({ publishFrom: 'Ready' })
    const id = await draft()
    await move(id, idOf(made, 'Ready'))
    await app.call(`POST /content/${ARTICLE}/${id}/publish`, { body: {} })
    await app.call(`DELETE /content/${ARTICLE}/${id}`)
    const [trashed] = await app.data<{ id: number }[]>(`GET /trash?uid=${ARTICLE}`)
    const restored = await app.data<{ id: number }>(`POST /trash/${trashed!.id}/restore`, { body: {} })
    expect(await open(restored.id)).toMatchObject({ status: 'draft' })
    expect(await stageOf(restored.id)).toBe('To do')
  })

  test('open panels are told of a move', async () => {
    const made = await make()
    const id = await draft()
    const running = await server()
    told.length = 0
    const answer = await running.inject({
      method: 'PUT',
      url: `/admin/api/content/${ARTICLE}/${id}/stage`,
      headers: { authorization: `Bearer ${app.token}` },
      payload: { stage: idOf(made, 'Ready') },
    })
    expect(answer.statusCode).toBe(200)
    expect(told).toEqual([`update ${ARTICLE} ${id} by 1`])
    await running.close()
  })
})
