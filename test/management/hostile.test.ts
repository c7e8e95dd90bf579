import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'
import { ARTICLE, BODIES } from './strange-bodies.ts'

const STRANGE = [
  ...[null, true, 0, -1, 1.5, 9e99, '', 'x', '\0', '%', "' or 1=1 --", '__proto__', '\ud800'],
  ...[[], [null], {}, { id: 'x' }, { connect: 1 }, { connect: [{ id: 'x' }] }, { set: [null] }, [[[]]]],
]
const PATHS = [
  '0',
  '-1',
  '99999999999',
  '1.5',
  'x',
  '%00',
  '%27',
  '__proto__',
  'new-%00',
  encodeURIComponent('ß'),
  '..%2f',
]
const QUERIES = [
  '_q=%00',
  '_q[a]=1',
  'page=-1',
  'pageSize=1e9',
  'locale[$eq]=en',
  'locale=%00',
  'exclude[a]=1',
  'status[]=x',
]

describe.each(CLIENTS)('strange requests, on %s', client => {
  const app = panelApp(client)

  test('no value of a body makes the server fail', async () => {
    const failed: unknown[] = []
    for (const [request, bodyOf] of BODIES)
      for (const [index, strange] of STRANGE.entries()) {
        const remoteAddress = `198.51.${index}.${BODIES.findIndex(([other]) => other === request)}`
        const body = bodyOf(strange)
        const isBody = typeof body === 'object' && body !== null
        const { status } = await app.call(request, { ...(isBody ? { body } : {}), remoteAddress })
        if (status >= 500) failed.push([request, strange, status])
      }
    expect(failed).toEqual([])
  }, 240_000)

  test('no path and no query makes the server fail', async () => {
    const failed: unknown[] = []
    const check = async (request: string, headers = {}) => {
      const { status } = await app.call(request, { headers })
      if (status >= 500) failed.push([request, status])
    }
    for (const path of PATHS)
      for (const request of [
        ...[`GET /content/${path}`, `GET /content/${ARTICLE}/${path}`, `GET /content/${ARTICLE}/${path}/check`],
        ...[`GET /content/${ARTICLE}/1/relations/${path}`, `GET /content/${ARTICLE}/${path}/incoming`],
        ...[`GET /pick/${ARTICLE}/${path}`, `GET /drafts/${ARTICLE}/${path}`, `DELETE /saved-views/${path}`],
        ...[`GET /views/${path}`, `GET /content/${ARTICLE}/${path}/preview-url`, `GET /preview?token=${path}`],
        `GET /uid/available?uid=${ARTICLE}&field=slug&value=${path}`,
      ])
        await check(request)
    for (const query of QUERIES)
      for (const path of [`content/${ARTICLE}`, `content/${ARTICLE}/1`, `pick/${ARTICLE}/tags`, 'find', 'saved-views'])
        await check(`GET /${path}?${query}`)
    for (const version of ['', '*', 'v1.', `"v1.${'A'.repeat(5000)}"`, 'W/"x"'])
      await check(`PUT /content/${ARTICLE}/1`, { 'if-match': version })
    expect(failed).toEqual([])
  })
})
