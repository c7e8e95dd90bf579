/** The management API of webhooks: what is stored, what is refused, who may. */
import { describe, expect, it } from 'vitest'
import type { WebhookInfo } from '../../src/admin-api/webhook-api.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'

const GOOD = { name: 'site', url: 'https://192.0.43.7/hook', events: ['entry.create'] }

describe.each(CLIENTS)('management of webhooks on %s', client => {
  const app = panelApp(client)

  it('adds, changes and deletes; the secret is shown once', async () => {
    const { status, body } = await app.call('POST /webhooks', { body: { ...GOOD, types: ['api::tag.tag'] } })
    const { id, secret, ...rest } = (body as { data: WebhookInfo & { secret: string } }).data
    expect({ status, rest }).toEqual({
      status: 201,
      rest: { ...GOOD, headers: {}, types: ['api::tag.tag'], batch: 0, enabled: true, signed: true },
    })
    expect(secret).toMatch(/^whsec_/)
    await app.call(`PUT /webhooks/${id}`, { body: { enabled: false, batch: 50, headers: { 'X-A': 'b' } } })
    const changed = { ...rest, id, enabled: false, batch: 50, headers: { 'X-A': 'b' } }
    expect(await app.data('GET /webhooks')).toEqual([changed])
    expect(await app.data(`GET /webhooks/${id}`)).toEqual(changed)
    expect(await app.data(`GET /webhooks/${id}/deliveries`)).toEqual([])
    expect(await app.data(`DELETE /webhooks/${id}`)).toEqual(changed)
    expect(await app.status(`GET /webhooks/${id}`)).toBe(404)
  })

  it('takes over those of Strapi', async () => {
    await runOwn(
      app.database,
      `insert into strapi_webhooks (name, url, headers, events, enabled) values ('old', 'https://192.0.43.7/', '{"a":"b"}', '["entry.update"]', true)`,
    )
    const [old] = await app.data<readonly WebhookInfo[]>('GET /webhooks')
    const { id, ...rest } = old!
    expect(rest).toEqual({
      ...{ name: 'old', url: 'https://192.0.43.7/', headers: { a: 'b' }, events: ['entry.update'] },
      ...{ types: [], batch: 0, enabled: true, signed: false },
    })
    await app.call(`POST /webhooks/${id}/secret`)
    expect(await app.data(`GET /webhooks/${id}`)).toMatchObject({ signed: true, events: ['entry.update'] })
    await app.call(`DELETE /webhooks/${id}`)
  })

  it.each([
    ...['http://127.0.0.1/', 'http://localhost/', 'http://[::1]/', 'http://[::ffff:7f00:1]/', 'http://2130706433/'],
    ...['http://169.254.169.254/latest', 'http://10.1.2.3/', 'ftp://192.0.43.7/', 'https://a:b@192.0.43.7/', 'x', ''],
  ])('the address %s is refused', async url => {
    expect(await app.status('POST /webhooks', { body: { ...GOOD, url } })).toBe(400)
  })

  it('bad input', async () => {
    const bad = [
      {},
      { ...GOOD, name: ' ' },
      { ...GOOD, events: [] },
      { ...GOOD, events: ['entry.typo'] },
      { ...GOOD, types: ['api::typo.typo'] },
      { ...GOOD, headers: { 'a b': 'c' } },
      { ...GOOD, headers: { a: 'b\r\nc: d' } },
      { ...GOOD, headers: { Host: 'elsewhere' } },
      { ...GOOD, enabled: 'yes' },
      ...[-1, 1.5, 1001, '5', null].map(batch => ({ ...GOOD, batch })),
      { ...GOOD, typo: 1 },
      [],
    ]
    for (const body of bad) expect(await app.status('POST /webhooks', { body }), JSON.stringify(body)).toBe(400)
    for (const id of ['0', '999', '99999999999', 'x', '-1'])
      for (const request of [`GET /webhooks/${id}`, `PUT /webhooks/${id}`, `POST /webhooks/${id}/test`])
        expect(await app.status(request, request.startsWith('PUT') ? { body: {} } : {}), request).toBe(404)
    const { id } = await app.data<WebhookInfo>('POST /webhooks', { body: GOOD })
    for (const query of ['limit=0', 'limit=101', 'before=x', 'state=typo', 'typo=1'])
      expect(await app.status(`GET /webhooks/${id}/deliveries?${query}`), query).toBe(400)
    for (const delivery of ['0', 'x', '99999999999'])
      expect(await app.status(`POST /webhooks/${id}/deliveries/${delivery}/redeliver`), delivery).toBe(404)
    await app.call(`DELETE /webhooks/${id}`)
  })

  it('only the role Super Admin', async () => {
    for (const request of ['GET /webhooks', 'POST /webhooks', 'GET /webhooks/1/deliveries'])
      expect(
        await app.status(request, { token: app.editor, ...(request.startsWith('POST') ? { body: GOOD } : {}) }),
      ).toBe(403)
  })
})
