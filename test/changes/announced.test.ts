/** Recording a change must not make others drop more than the change itself does. */
import { expect, test } from 'vitest'
import { postgresChanges } from '../../src/changes/postgres-changes.ts'
import { sqliteChanges } from '../../src/changes/sqlite-changes.ts'
import { changeText } from '../../src/kept/dependencies/change-text.ts'

test.each([postgresChanges('public'), sqliteChanges])('a recorded change names its table', store => {
  const change = { type: 'api::a.a', id: 1, locale: null, action: 'create', by: null, at: 0 } as const
  const described = store.insert([change]).change
  expect(described?.table).toBe(store.table)
  expect(changeText([described!], 1000)).toContain(store.table)
})
