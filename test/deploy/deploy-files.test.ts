/** The files in `deploy/`: what they must say, and what the tools of their formats think of them. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/config/settings/settings.ts'
import { temporaryFolder } from '../support/databases.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const textOf = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8')
const VARIABLES = new Set(SETTINGS.flatMap(({ env }) => (env === undefined ? [] : [env])))
const SECRETS = ['JWT_SECRET', 'API_TOKEN_SALT', 'ADMIN_JWT_SECRET']

/** Instructions with their continued lines. */
function instructions(text: string): readonly (readonly [string, string])[] {
  return text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)] as const)
}

test('the image runs as nobody special, listens to the network, reports its health and holds no secrets', () => {
  const found = instructions(textOf('Dockerfile'))
  const known = ['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD']
  expect(found.map(([name]) => name).filter(name => !known.includes(name))).toEqual([])
  const last = (name: string) => found.filter(([given]) => given === name).at(-1)?.[1]
  expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(last('ENV')).toBe('NODE_ENV=production HOST=0.0.0.0 PORT=1337')
  expect(last('EXPOSE')).toBe('1337')
  expect(last('HEALTHCHECK')).toContain('/_ready')
  // Signals reach the server itself only without a shell.
  expect(JSON.parse(last('CMD')!)).toEqual(['node', 'node_modules/populus/dist/cli/main.js', 'start'])
  expect(found.find(([name]) => name === 'ARG')?.[1]).toMatch(/:\d+-slim$/)
  expect(textOf('Dockerfile')).not.toMatch(/SECRET=|PASSWORD=|SALT=/)
  for (const name of ['.env', '.data', 'node_modules', 'public/uploads', '.git'])
    expect(textOf('Dockerfile.dockerignore').split('\n')).toContain(name)
})

test('the compose file sets only settings that exist, and refuses to start without secrets', () => {
  const text = textOf('compose.yaml')
  const [, block = ''] = /populus:\n[\s\S]*?environment:\n((?: {6}.*\n)+)/.exec(text) ?? []
  const variables = [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, given]) => [name!, given!] as const)
  expect(variables.map(([name]) => name).filter(name => !VARIABLES.has(name))).toEqual([])
  for (const secret of SECRETS)
    expect(variables.find(([name]) => name === secret)?.[1]).toBe(`\${${secret}:?set ${secret} in .env}`)
  expect(text).toMatch(/image: docker\.io\/library\/postgres:\d+\n/)
  expect(text).toContain('condition: service_healthy')
  expect(text).toContain('"127.0.0.1:1337:1337"')
  for (const volume of ['uploads:/app/public/uploads', 'database:/var/lib/postgresql/data'])
    expect(text).toContain(volume)
  expect(text).not.toContain('\t')
})

test('the unit is valid for systemd, and gives the server no more than it needs', () => {
  const text = textOf('populus.service')
  const lines = text.split('\n').filter(line => line !== '' && !/^[#[]/.test(line))
  expect(lines.filter(line => !/^[A-Z]\w+=/.test(line))).toEqual([])
  for (const line of [
    'User=populus',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'Restart=on-failure',
    'UMask=0077',
  ])
    expect(lines).toContain(line)
  const [, stop] = /TimeoutStopSec=(\d+)/.exec(text) ?? []
  const { otherwise = '' } = SETTINGS.find(({ path }) => path === 'server.stopSeconds') ?? {}
  expect(Number(stop)).toBeGreaterThan(Number(otherwise.match(/\d+/)?.[0] ?? 8))
  if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return
  const unit = join(temporaryFolder(), 'populus.service')
  copyFileSync(join(DEPLOY, 'populus.service'), unit)
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  expect(`${stdout}${stderr}`.split('\n').filter(line => line.includes('populus.service:'))).toEqual([])
})
