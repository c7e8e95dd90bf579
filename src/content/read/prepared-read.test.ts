import { expect, test } from 'vitest'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import type { ReadProgram } from '../../sql/read-program.ts'
import { type PreparedShown, preparedRead } from './prepared-read.ts'

const plan = { envelope: 'collection', where: null, hints: [] } as unknown as ReadPlan
const programs = {
  whole: { tables: ['a', 'b'] } as unknown as ReadProgram,
  ids: { tables: ['a'] } as unknown as ReadProgram,
}

function prepared(shown: PreparedShown | null) {
  return preparedRead({
    key: 'k',
    plan,
    use: undefined,
    shown,
    compile: onlyFinds => (onlyFinds ? programs.ids : programs.whole),
    scan: () => null,
    frame: () => () => ({ open: '', close: '' }),
    serializer: () => () => null,
  })
}

test('an answer is named by all tables that it is read from, also where what is shown is not shared', () => {
  expect(prepared(null).finding).toBe(programs.whole)
})

test('where it is shared, the ids are found by a program of their own', () => {
  expect(prepared({} as PreparedShown).finding).toBe(programs.ids)
})
