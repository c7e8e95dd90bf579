/** Runs what `deploy/many/compose.yaml` names as processes of this machine, with the very files of that folder: only hosts, ports and paths differ. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { POSTGRES_PROGRAMS } from '../../scripts/install-deploy-parts.mjs'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/servers/embedded-server.ts'
import { untilOpen } from '../support/servers/until-open.ts'
import { PROGRAMS, startProgram } from './start-program.ts'

export const MANY = fileURLToPath(new URL('../../deploy/many', import.meta.url))

interface Service {
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** What has an address in the network of the containers. */
const PLACES = [
  'primary:5432',
  'replica:5432',
  'pgbouncer:6432',
  's3:7070',
  'one:1337',
  'two:1337',
  'three:1337',
  ':8080',
]

export interface Many {
  readonly services: Readonly<Record<string, Service>>
  /** The port of a place here. */
  port(place: string): number
  /** The text of a file, with the places of this machine. */
  placed(file: string): string
  /** Folder on this machine, and what it is called inside. */
  readonly outside: string
  readonly inside: string
  readonly root: string
}

/** Values for `.env`, made as its example says. */
export function madeVariables(): Readonly<Record<string, string>> {
  const folder = temporaryFolder()
  copyFileSync(join(MANY, 'example.env'), join(folder, 'example.env'))
  const [, command = ''] = /^# {3}(umask .*)$/m.exec(readFileSync(join(MANY, 'example.env'), 'utf8')) ?? []
  execFileSync('sh', ['-c', command], { cwd: folder })
  const lines = readFileSync(join(folder, '.env'), 'utf8').split('\n')
  const pairs = lines.filter(line => /^\w+=/.test(line)).map(line => line.split('=') as [string, string])
  return Object.fromEntries(pairs)
}

/** The services, with their variables as Compose would fill them in. */
export function servicesOf(variables: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const text = readFileSync(join(MANY, 'compose.yaml'), 'utf8')
  const filled = text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = variables[name] ?? (kind === '-' ? rest : undefined)
    if (value === undefined) throw new Error(`${name} is not set`)
    return value
  })
  return (parse(filled, { merge: true }) as { services: Record<string, Service> }).services
}

export async function placeMany(root: string, known: Readonly<Record<string, number>>): Promise<Many> {
  const ports = new Map<string, number>()
  for (const place of PLACES) ports.set(place, known[place] ?? (await freePort()))
  const port = (place: string) => ports.get(place)!
  const here = (text: string) =>
    PLACES.reduce(
      (done, place) =>
        place.startsWith(':')
          ? done.replaceAll(`bind ${place}`, `bind 127.0.0.1:${port(place)}`)
          : done.replace(new RegExp(`(?<!\\w)${place}\\b`, 'g'), `127.0.0.1:${port(place)}`),
      text,
    )
  const variables = { ...madeVariables(), PUBLIC_URL: `http://127.0.0.1:${port(':8080')}` }
  const services = JSON.parse(here(JSON.stringify(servicesOf(variables)))) as Many['services']
  const outside = mkdtempSync(join(root, 'tmp', 'populus-many-'))
  cleanUp(() => rmSync(outside, { recursive: true, force: true }))
  chmodSync(outside, 0o777)
  const inside = outside.slice(root.length)
  return {
    ...{ services, port, outside, inside, root },
    placed: file => here(readFileSync(join(MANY, file), 'utf8')),
  }
}

/** In the Debian of the database, as its user. */
export function asPostgres({ root }: Pick<Many, 'root'>, ...words: readonly string[]): readonly string[] {
  const path = `PATH=${POSTGRES_PROGRAMS}:/usr/sbin:/usr/bin:/sbin:/bin`
  return ['chroot', '--userspec=postgres:postgres', root, 'env', path, ...words]
}

function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  execFileSync(words[0]!, words.slice(1), { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** What a container of PostgreSQL is told by its network here. */
function addressOf({ inside, port }: Many, place: string): readonly string[] {
  return ['-p', String(port(place)), '-k', inside, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
}

function copyScript(many: Many, name: string): string {
  writeFileSync(join(many.outside, name), many.placed(name))
  return `${many.inside}/${name}`
}

/** As the image does it: a new database, the script, and then the server for everybody. */
export async function startPrimary(many: Many): Promise<void> {
  const { environment, command = [] } = many.services.primary!
  const data = `${many.inside}/primary`
  run(asPostgres(many, 'initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'))
  const rules = join(many.outside, 'primary', 'pg_hba.conf')
  writeFileSync(rules, 'local all all trust\nhost all all all scram-sha-256\n')
  const server = startProgram(asPostgres(many, ...command, '-D', data, ...addressOf(many, 'primary:5432')))
  await untilOpen(many.port('primary:5432'), 'The primary')
  const env = { ...environment, PGDATA: data, PGHOST: many.inside, PGPORT: String(many.port('primary:5432')) }
  run(asPostgres(many, 'createdb', environment.POSTGRES_DB!), env)
  run(asPostgres(many, 'sh', copyScript(many, 'init-primary.sh')), env)
  server.kill('SIGHUP')
}

export async function startReplica(many: Many): Promise<void> {
  const { environment, command = [] } = many.services.replica!
  const env = {
    ...environment,
    PGDATA: `${many.inside}/replica`,
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: String(many.port('primary:5432')),
  }
  const words = ['sh', copyScript(many, 'start-replica.sh'), ...command, ...addressOf(many, 'replica:5432')]
  startProgram(asPostgres(many, ...words), env)
  await untilOpen(many.port('replica:5432'), 'The replica')
}

export async function startPooler(many: Many): Promise<void> {
  const settings = many
    .placed('pgbouncer.ini')
    .replace('host=primary port=5432', `host=127.0.0.1 port=${many.port('primary:5432')}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${many.port('pgbouncer:6432')}`)
    .replace('/tmp/userlist.txt', `${many.inside}/userlist.txt`)
  writeFileSync(join(many.outside, 'pgbouncer.ini'), settings)
  const words = ['sh', copyScript(many, 'start-pgbouncer.sh'), `${many.inside}/pgbouncer.ini`]
  startProgram(asPostgres(many, ...words), many.services.pgbouncer!.environment)
  await untilOpen(many.port('pgbouncer:6432'), 'PgBouncer')
}

export async function startBalancer(many: Many): Promise<string> {
  const settings = join(many.outside, 'haproxy.cfg')
  writeFileSync(settings, many.placed('haproxy.cfg'))
  run(['haproxy', '-c', '-q', '-f', settings], { PATH: PROGRAMS })
  startProgram(['haproxy', '-db', '-f', settings])
  await untilOpen(many.port(':8080'), 'HAProxy')
  return `http://127.0.0.1:${many.port(':8080')}`
}
