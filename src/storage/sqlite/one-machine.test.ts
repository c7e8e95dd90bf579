import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otherMachine } from './one-machine.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'populus-machine-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const east = { name: 'east', boot: '1' }
const west = { name: 'west', boot: '2' }

test('the first machine has the file, and others are told so', async () => {
  const file = join(folder, 'content.db')
  expect(await otherMachine(file, east)).toBeUndefined()
  expect(await otherMachine(file, west)).toBe('east')
  // Another container of the first one.
  expect(await otherMachine(file, { name: 'container', boot: '1' })).toBeUndefined()
  expect(await otherMachine(file, west)).toBe('east')
  expect(await otherMachine(join(folder, 'other.db'), west)).toBeUndefined()
})

test('of many that come at once, those of one machine win', async () => {
  const file = join(folder, 'content.db')
  const machines = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? east : west))
  const told = await Promise.all(machines.map(machine => otherMachine(file, machine)))
  const winners = new Set(machines.filter((_, index) => told[index] === undefined))
  expect(winners.size).toBe(1)
})

test('a database in memory belongs to nobody', async () => {
  expect(await otherMachine(':memory:', east)).toBeUndefined()
  expect(await otherMachine(':memory:', west)).toBeUndefined()
})
