import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('serves in order, refuses beyond the queue, and forgets who went away', async () => {
  const turns = new Turns({ size: 1, mostWaiting: 2, patience: 10_000 })
  const end = await turns.take()
  const order: string[] = []
  const client = new AbortController()
  const gone = turns.take(client.signal)
  const second = turns.take().then(done => {
    order.push('second')
    return done
  })
  await expect(turns.take()).rejects.toMatchObject({ key: 'tooManyExpensive', status: 503, retryAfter: 10 })
  client.abort()
  await expect(gone).rejects.toMatchObject({ key: 'clientGone' })
  const third = turns.take().then(done => {
    order.push('third')
    return done
  })
  expect(turns.figures()).toEqual({ running: 1, waiting: 2 })
  end()
  ;(await second)()
  ;(await third)()
  expect(order).toEqual(['second', 'third'])
  expect(turns.figures()).toEqual({ running: 0, waiting: 0 })
})

test('refuses whoever has waited too long', async () => {
  const turns = new Turns({ size: 1, mostWaiting: 1, patience: 20 })
  const end = await turns.take()
  await expect(turns.take()).rejects.toMatchObject({ key: 'tooManyExpensive' })
  end()
  expect(turns.figures()).toEqual({ running: 0, waiting: 0 })
})
