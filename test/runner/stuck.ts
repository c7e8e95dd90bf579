import { test } from 'vitest'

test('a process that never waits', () => {
  for (;;);
})
