import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { contentActions } from '../../src/identity/access/content-actions.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { WORLD } from '../support/worlds/world.ts'

test('the help of grant lists every action on entries', async () => {
  const { schema } = await loadSchema(WORLD)
  const actions = new Set([...schema.types.values()].filter(type => type.userDefined).flatMap(contentActions))
  const help = COMMANDS.find(({ name }) => name === 'grant')?.flags?.actions ?? ''
  expect(actions).toContain('findDrafts')
  expect([...actions].filter(action => !new RegExp(`\\b${action}\\b`).test(help))).toEqual([])
})
