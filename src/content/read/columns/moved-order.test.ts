import { expect, test } from 'vitest'
import type { BoundStatement, PackedRow } from '../../../sql/statement.ts'
import { moveOrder } from './moved-order.ts'

test('rows that go, or change, between two questions leave the order to the next reading', () => {
  const ids = Int32Array.from([1, 2, 3, 4, 5])
  const change = { ids, order: Int32Array.from([0, 1, 2, 3, 4]), left: new Set([3]), placed: [3] }
  for (const present of [[3], [1, 3]]) {
    const move = moveOrder(change, () => ({}) as BoundStatement<PackedRow>)
    let step = move.next()
    for (let questions = 0; !step.done && questions < 10; questions += 1)
      step = move.next([present.map(id => ({ keys: [id] }) as unknown as PackedRow)])
    expect(step.done && step.value.places).toEqual([])
  }
})
