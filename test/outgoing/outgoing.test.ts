/** Requests that the server sends: to whom they may go, and how much an answer may cost. Real servers, and names of our own. */
import type { LookupAddress } from 'node:dns'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import type { OutgoingRequest } from '../../src/outgoing/outgoing-request.ts'
import { type Listening, listening } from './listening.ts'

/** Stands for a server on the internet: the tests allow its address. */
const OUTSIDE = '127.0.0.2'
let inside: Listening
let outside: Listening
let names: Record<string, readonly string[]>
let lookups: string[]

beforeAll(async () => {
  inside = await listening()
  outside = await listening(OUTSIDE)
})
beforeEach(() => {
  inside.asked.length = 0
  outside.asked.length = 0
  outside.answer = (_request, response) => response.end('hello')
  names = {}
  lookups = []
})

const find = async (host: string): Promise<readonly LookupAddress[]> => {
  lookups.push(host)
  return (names[host] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const outgoing = (allow: readonly string[] = [`${OUTSIDE}/32`]) => createOutgoing({ allow, find })
const LIMITS = { timeout: 60_000, longest: 1000 }
const ask = async (request: Partial<OutgoingRequest> & { readonly url: string }, out = outgoing()) => {
  const response = await out.send({ namedBy: 'others', ...LIMITS, ...request })
  return { status: response.status, body: await response.text() }
}
const REFUSED = /is not an address of the public internet; the setting outgoing\.allow can allow it$/

describe('an address that others have named', () => {
  test.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '127.0.1'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '0.0.0.0', '0', '[::]'],
    ...['169.254.169.254', '[fd00:ec2::254]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.100.100.200'],
    ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  ])('must be public: %s', async host => {
    await expect(ask({ url: `http://${host}:${inside.port}/` })).rejects.toThrow(REFUSED)
    expect([inside.asked, lookups]).toEqual([[], []])
  })

  test.each([
    ['a private address', ['10.1.2.3']],
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a public and a private one', [OUTSIDE, '127.0.0.1']],
  ])('must not be a name for %s', async (_what, addresses) => {
    names['evil.test'] = addresses
    await expect(ask({ url: `http://evil.test:${inside.port}/` })).rejects.toThrow(REFUSED)
    expect(inside.asked).toEqual([])
  })

  test('is checked on the connection itself: a name that changes its address in the next moment gains nothing', async () => {
    let turn = 0
    const rebinding = async (): Promise<readonly LookupAddress[]> => {
      turn += 1
      return [{ address: turn % 2 === 1 ? OUTSIDE : '127.0.0.1', family: 4 }]
    }
    const out = createOutgoing({ allow: [`${OUTSIDE}/32`], find: rebinding })
    outside.answer = (_request, response) => response.setHeader('connection', 'close').end('hello')
    const url = `http://rebind.test:${outside.port}/`
    for (let round = 1; round <= 6; round += 1) {
      const answer = ask({ url, method: 'POST' }, out)
      if (round % 2 === 1) expect((await answer).body).toBe('hello')
      else await expect(answer).rejects.toThrow(REFUSED)
      // One look-up for each connection: there is no second one that could say something else.
      expect(turn).toBe(round)
    }
  })

  test('may be in a range that a setting allows', async () => {
    names['sso.test'] = ['127.0.0.1']
    expect(await ask({ url: `http://sso.test:${inside.port}/a` }, outgoing(['loopback']))).toEqual({
      status: 200,
      body: 'hello',
    })
    expect((await ask({ url: `${inside.url}/b` }, outgoing(['127.0.0.1']))).status).toBe(200)
    await expect(ask({ url: `${inside.url}/c` }, outgoing(['127.0.0.3']))).rejects.toThrow(REFUSED)
    expect(inside.asked).toEqual(['GET /a', 'GET /b'])
  })

  test('never uses a connection that was opened for an address of the operator', async () => {
    const out = outgoing()
    expect((await ask({ url: inside.url, namedBy: 'operator' }, out)).status).toBe(200)
    await expect(ask({ url: inside.url }, out)).rejects.toThrow(REFUSED)
    names['evil.test'] = ['127.0.0.1']
    const named = `http://evil.test:${inside.port}/`
    expect((await ask({ url: named, namedBy: 'operator' }, out)).status).toBe(200)
    await expect(ask({ url: named }, out)).rejects.toThrow(REFUSED)
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.test/',
    'gopher://127.0.0.1:70/',
    'data:,x',
    'javascript:1',
    'nonsense',
    '//x',
    '',
  ])('must be one of the web: %j', async url => {
    await expect(ask({ url, namedBy: 'operator' })).rejects.toThrow('is not an address of a web server')
  })

  test('must not have a password in it', async () => {
    await expect(ask({ url: `http://a:b@${OUTSIDE}:${outside.port}/` })).rejects.toThrow('a user name or a password')
  })
})

describe('a redirect', () => {
  const redirect = (status: number, location: string) => {
    outside.answer = (_request, response) => response.writeHead(status, { location }).end('moved')
  }

  test('is not followed unless the caller asks for it', async () => {
    redirect(302, `${inside.url}/secret`)
    expect(await ask({ url: outside.url })).toEqual({ status: 302, body: 'moved' })
    expect(inside.asked).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])(
    'with status %s never leads inside, even from an address of the operator',
    async status => {
      redirect(status, `${inside.url}/secret`)
      for (const namedBy of ['others', 'operator'] as const) {
        await expect(ask({ url: outside.url, namedBy, redirects: 3 })).rejects.toThrow(REFUSED)
      }
      names['evil.test'] = ['169.254.169.254']
      redirect(status, 'http://evil.test/latest/meta-data/')
      await expect(ask({ url: outside.url, redirects: 3 })).rejects.toThrow(REFUSED)
      expect(inside.asked).toEqual([])
    },
  )

  test('to a public address is followed a few times, without what proves who we are', async () => {
    const proofs: unknown[] = []
    outside.answer = ({ url, headers }, response) => {
      proofs.push(headers.authorization)
      if (url === '/0') response.end('there')
      else response.writeHead(302, { location: `/${Number(url?.slice(1)) - 1}` }).end()
    }
    const request = { headers: { authorization: 'Bearer x' }, redirects: 3 }
    expect((await ask({ url: `${outside.url}/3`, ...request })).body).toBe('there')
    expect(proofs).toEqual(['Bearer x', undefined, undefined, undefined])
    expect((await ask({ url: `${outside.url}/9`, ...request })).status).toBe(302)
  })
})

describe('an answer', () => {
  test('that does not come is not waited for', async () => {
    outside.answer = () => undefined
    await expect(ask({ url: outside.url, timeout: 50 })).rejects.toThrow('no answer within 50 ms')
  })

  test('that is too long is cut off, with or without a length in its head', async () => {
    outside.answer = ({ url }, response) => {
      if (url === '/known') response.setHeader('content-length', '1001')
      response.end('x'.repeat(1001))
    }
    for (const path of ['known', 'unknown']) {
      await expect(ask({ url: `${outside.url}/${path}` })).rejects.toThrow('the answer is longer than 1000 bytes')
    }
  })

  test('is not unpacked: a small one cannot become a large one', async () => {
    const accepted: unknown[] = []
    outside.answer = ({ headers }, response) => {
      accepted.push(headers['accept-encoding'])
      response.setHeader('content-encoding', 'gzip').end('packed')
    }
    expect([(await ask({ url: outside.url })).body, accepted]).toEqual(['packed', ['identity']])
  })

  test('whose body drips is ended by the signal of the caller', async () => {
    outside.answer = (_request, response) => response.writeHead(200).write('x')
    const response = await outgoing().send({
      ...LIMITS,
      url: outside.url,
      namedBy: 'others',
      signal: AbortSignal.timeout(100),
    })
    await expect(response.text()).rejects.toThrow()
  })

  test('with a status or a head that cannot be is an error of the request', async () => {
    for (const status of ['099 Low', '999 High', '600 High']) {
      outside.answer = ({ socket }) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
      await expect(ask({ url: outside.url })).rejects.toThrow()
    }
    outside.answer = ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel')
    await expect(ask({ url: outside.url })).rejects.toThrow()
  })

  test('is asked for again on a new connection if the old one was closed in that moment, but never for a POST', async () => {
    const out = outgoing()
    const seen: string[] = []
    outside.answer = ({ socket, method }, response) => {
      seen.push(method!)
      if (seen.length % 2 === 0) socket.resetAndDestroy()
      else response.end('hello')
    }
    expect((await ask({ url: outside.url }, out)).body).toBe('hello')
    expect((await ask({ url: outside.url }, out)).body).toBe('hello')
    expect(seen).toEqual(['GET', 'GET', 'GET'])
    await expect(ask({ url: outside.url, method: 'POST', body: 'x' }, out)).rejects.toThrow()
    expect(seen).toEqual(['GET', 'GET', 'GET', 'POST'])
  })

  test('is not asked for again once its head has arrived', async () => {
    const out = outgoing()
    let asked = 0
    outside.answer = ({ socket }, response) => {
      asked += 1
      if (asked === 1) response.end('hello')
      else response.writeHead(200).write('x', () => setTimeout(() => socket.resetAndDestroy(), 50))
    }
    expect((await ask({ url: outside.url }, out)).body).toBe('hello')
    await expect(ask({ url: outside.url }, out)).rejects.toThrow()
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(asked).toBe(2)
  })

  test.each(['GET', 'POST'])(
    'to a %s that changes the protocol is an error',
    async method => {
      outside.answer = ({ socket }) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      await expect(ask({ url: outside.url, method })).rejects.toThrow('the answer is 101 Switching Protocols')
    },
    10_000,
  )
})
