/** The pages show the files in `deploy/` as they are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/config/settings/settings.ts'
import { MANY, madeVariables, servicesOf } from './many-parts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('of Varnish', () => {
  const [, shown] = /```vcl\n([\s\S]*?)```/.exec(textOf('docs/guides/cdn.md')) ?? []
  expect(shown).toBe(textOf('deploy/varnish/default.vcl'))
})

test('the command that makes secrets for many servers is that of its example, and makes different ones', () => {
  const [, command = ''] = /^# {3}(umask .*)$/m.exec(readFileSync(join(MANY, 'example.env'), 'utf8')) ?? []
  expect(textOf('docs/guides/one-to-many.md')).toContain(`\n${command}\n`)
  const variables = madeVariables()
  const secrets = Object.values(variables).filter(value => /^[0-9a-f]{64}$/.test(value))
  expect(new Set(secrets).size).toBe(7)
  expect(variables.PUBLIC_URL).toBe('http://localhost:8080')
})

test('many servers get settings that exist, and are as equal as can be', () => {
  const services = servicesOf(madeVariables())
  const known = new Set(SETTINGS.flatMap(({ env }) => (env === undefined ? [] : [env])))
  const { one, two, three, bucket } = services
  expect(Object.keys(one!.environment).filter(name => !known.has(name))).toEqual([])
  for (const other of [two, three]) expect(other).toEqual(one)
  expect(bucket!.environment).toEqual(one!.environment)
  expect(() => servicesOf({})).toThrow('DATABASE_PASSWORD is not set')
})

test('the balancer notices a server that stops before it stops', () => {
  const text = textOf('deploy/many/haproxy.cfg')
  const [, every, fall] = /check inter (\d+)s fall (\d+)/.exec(text) ?? []
  const drain = Number(servicesOf(madeVariables()).one!.environment.POPULUS_DRAIN_SECONDS)
  expect(drain).toBeGreaterThan(Number(every) * (Number(fall) + 1))
  expect(textOf('deploy/many/compose.yaml')).toMatch(/stop_grace_period: 20s/)
})
