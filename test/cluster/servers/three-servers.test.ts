/** Several servers on one PostgreSQL: one is killed and replaced, and the database fails over. Nothing is lost, nothing stale. */
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { freshDatabase } from '../../support/databases.ts'
import { databaseProxy } from '../../support/servers/database-proxy.ts'
import { type PostgresServer, startPostgresServer } from '../../support/servers/embedded-server.ts'
import { promote, startStandby } from '../../support/servers/standby-server.ts'
import { noteProject } from './note-project.ts'
import { expectAgreement, startTraffic } from './note-traffic.ts'

let folder: string
beforeAll(async () => {
  folder = await noteProject(1)
})

const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

function start(url: string): Running {
  const server = startPopulus(['start', folder, '--port', '0', '--database', url], { DATABASE_POOL_MAX: '3' })
  running.push(server)
  return server
}

/** Good answers, before something happens and after it. */
const ENOUGH = 100

test('one of them is killed and replaced while all are written to and read from', async () => {
  const { url } = await freshDatabase('postgres')
  const three = [1, 2, 3].map(() => start(url))
  let addresses = await Promise.all(three.map(addressOf))
  const traffic = startTraffic(() => addresses)
  await traffic.answered(ENOUGH)
  const [killed, ...others] = addresses
  three[0]!.process.kill('SIGKILL')
  await three[0]!.finished
  addresses = others
  const replacement = await addressOf(start(url))
  addresses = [...others, replacement]
  await traffic.answered(ENOUGH)
  await traffic.stop()
  expect(killed).not.toBe(replacement)
  expect(traffic.stale).toEqual([])
  expect(traffic.acknowledged.size).toBeGreaterThan(20)
  await expectAgreement(addresses, traffic)
})

async function pair(): Promise<readonly [PostgresServer, PostgresServer]> {
  const primary = await startPostgresServer()
  onTestFinished(() => primary.remove())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.remove())
  return [primary, standby]
}

test('the primary is killed, and a standby takes its place: among the hosts of the address', async () => {
  const [primary, standby] = await pair()
  const { host } = new URL(standby.url)
  const url = `${primary.url.replace(/\/postgres$/, `,${host}/postgres`)}?target_session_attrs=read-write`
  const addresses = await Promise.all([1, 2].map(() => start(url)).map(addressOf))
  const traffic = startTraffic(() => addresses)
  await traffic.answered(ENOUGH)
  await primary.kill()
  await promote(standby)
  await traffic.answered(ENOUGH)
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  expect(traffic.stale).toEqual([])
  await expectAgreement(addresses, traffic)
})

test('the address moves to another server, as behind a load balancer, while the old one lives on', async () => {
  const [primary, standby] = await pair()
  const proxy = await databaseProxy(primary.url)
  const addresses = await Promise.all([1, 2].map(() => start(proxy.url)).map(addressOf))
  const traffic = startTraffic(() => addresses)
  await traffic.answered(ENOUGH)
  proxy.moveTo(undefined)
  await promote(standby)
  proxy.moveTo(standby.url)
  await traffic.answered(ENOUGH)
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  expect(traffic.stale).toEqual([])
  await expectAgreement(addresses, traffic)
})
