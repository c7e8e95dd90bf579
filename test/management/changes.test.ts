import { afterEach, describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import type { Workflow } from '../../src/admin-api/review/workflow-api.ts'
import type { App } from '../../src/app.ts'
import { CLIENTS } from '../support/databases.ts'
import { readEvents } from '../support/server-events.ts'
import { panelApp } from './panel-app.ts'

const TAGS = '/content/api::tag.tag'

/** Collects the events of a stream. */
class Stream {
  readonly events: { kind: string; uid?: string; id?: number | null }[] = []
  readonly #abort = new AbortController()
  ended = false

  async open(address: string, token: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${address}/admin/api/changes`, { headers, signal: this.#abort.signal })
    void this.#collect(response)
    return response
  }

  async #collect(response: Response): Promise<void> {
    await readEvents(response, fields => {
      const data = fields.get('data')
      if (data !== undefined) this.events.push(JSON.parse(data))
    })
    this.ended = true
  }

  async until(isFound: () => boolean): Promise<void> {
    for (let tries = 0; !isFound(); tries += 1) {
      if (tries > 200) throw new Error(`not found in ${JSON.stringify(this.events)}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  close(): void {
    this.#abort.abort()
  }
}

describe.each(CLIENTS)('changes, on %s', client => {
  const app = panelApp(client)
  const opened: { stream: Stream; server: App }[] = []
  const listen = async (token: string) => {
    const server = await app.another()
    const { address } = await server.listen(0)
    const stream = new Stream()
    opened.push({ stream, server })
    const response = await stream.open(address, token)
    await stream.until(() => stream.events.length > 0 || stream.ended)
    return { stream, server, response, address }
  }
  afterEach(async () => {
    for (const { stream, server } of opened.splice(0)) {
      stream.close()
      await server.close()
    }
  })

  test('a write of the same server is told with who made it', async () => {
    const { stream, response, address } = await listen(app.editor)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.events).toEqual([{ kind: 'ready' }])
    await fetch(`${address}/admin/api${TAGS}/2`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { weight: 11 } }),
    })
    await stream.until(() => stream.events.length > 1)
    expect(stream.events[1]).toEqual({
      kind: 'entry',
      uid: 'api::tag.tag',
      id: 2,
      action: 'update',
      by: { id: 1, name: '#1' },
    })
  })

  test('writes and people of other servers are told too, but nothing that may not be read', async () => {
    const { stream } = await listen(app.editor)
    const author = await listen(app.author)
    await app.call(`PUT ${TAGS}/3`, { body: { data: { weight: 12 } } })
    await app.call('POST /presence', { body: { uid: 'api::tag.tag', id: 3, path: 'name' } })
    await stream.until(() => stream.events.some(({ kind }) => kind === 'presence'))
    expect(stream.events).toContainEqual({
      kind: 'presence',
      uid: 'api::tag.tag',
      id: 3,
      people: [{ person: { id: 1, name: '#1' }, path: 'name', since: expect.any(String) }],
    })
    await stream.until(() => stream.events.slice(1).some(({ kind, uid }) => kind === 'ready' || uid === 'api::tag.tag'))
    expect(author.stream.events.some(({ kind }) => kind === 'presence')).toBe(false)
    expect((await app.data<OpenEntry>(`GET ${TAGS}/3`)).values.weight).toBe(12)
  })

  test('a move to another stage by another server is told', async () => {
    const stages = ['To do', 'Review'].map(name => ({ name, colour: '#4945ff' }))
    const { id, stages: made } = await app.data<Workflow>('POST /workflows', {
      body: { name: 'Tags', types: ['api::tag.tag'], stages },
    })
    const { stream } = await listen(app.editor)
    // Once it knows what has been moved until now.
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(await app.status(`PUT ${TAGS}/2/stage`, { body: { stage: made[1]!.id } })).toBe(200)
    const moved = () => stream.events.filter(({ kind }) => kind === 'entry')
    await stream.until(() => moved().length > 0)
    expect(moved()).toEqual([
      { kind: 'entry', uid: 'api::tag.tag', id: 2, action: 'update', by: { id: 1, name: '#1' } },
    ])
    await app.call(`DELETE /workflows/${id}`)
  })

  test('a stream needs a session, and ends with the server', async () => {
    const { server, address } = await listen(app.editor)
    expect((await fetch(`${address}/admin/api/changes`)).status).toBe(401)
    const { stream } = opened[0]!
    await server.close()
    await stream.until(() => stream.ended)
    opened.splice(0)
  })

  test('changes of entries that may not be read are told to nobody who may not read them', async () => {
    const own = await app.data<OpenEntry>(`POST ${TAGS}`, { body: { data: { name: 'Mine' } }, token: app.author })
    const near = await listen(app.author)
    const call = (method: string, path: string, body?: object) =>
      fetch(`${near.address}/admin/api${path}`, {
        method,
        headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    // By the same server, and by another one.
    await call('PUT', `${TAGS}/2`, { data: { weight: 21 } })
    const { id } = await app.data<OpenEntry>(`POST ${TAGS}`, { body: { data: { name: 'Theirs' } } })
    await call('DELETE', `${TAGS}/${id}`)
    await app.call(`PUT ${TAGS}/3`, { body: { data: { weight: 22 } } })
    await new Promise(resolve => setTimeout(resolve, 2500))
    await call('PUT', `${TAGS}/${own.id}`, { data: { weight: 23 } })
    await near.stream.until(() => near.stream.events.length > 1)
    expect(near.stream.events).toEqual([
      { kind: 'ready' },
      { kind: 'entry', uid: 'api::tag.tag', id: own.id, action: 'update', by: { id: 1, name: '#1' } },
    ])
    await app.call(`DELETE ${TAGS}/${own.id}`)
    await near.stream.until(() => near.stream.events.length > 2)
    expect(near.stream.events[2]).toMatchObject({ kind: 'entry', uid: 'api::tag.tag', id: null })
  })

  test('a stream ends when its person is blocked, gets other rights, or signs out, in whichever process', async () => {
    const admins = await app.data<{ id: number; firstname: string }[]>('GET /admins')
    const idOf = (name: string) => admins.find(({ firstname }) => firstname === name)!.id
    const signed = await listen(await app.signIn({ email: 'eda@example.org', password: 'some password' }))
    const blocked = await listen(app.author)
    const limited = await listen(app.editor)
    await app.call(`PUT /admins/${idOf('Aron')}`, { body: { blocked: true } })
    await app.call(`PUT ${TAGS}/2`, { body: { data: { weight: 31 } } })
    await blocked.stream.until(() => blocked.stream.ended)
    expect(blocked.stream.events).toEqual([{ kind: 'ready' }])
    expect(limited.stream.ended).toBe(false)
    await app.limit('api::tag.tag', [{ action: 'read', conditions: ['admin::is-creator'] }])
    await app.call(`PUT ${TAGS}/2`, { body: { data: { weight: 32 } } })
    await limited.stream.until(() => limited.stream.ended)
    await signed.stream.until(() => signed.stream.ended)
    const again = await listen(app.editor)
    await app.call('POST /logout', { token: app.editor })
    await again.stream.until(() => again.stream.ended)
  })
})
