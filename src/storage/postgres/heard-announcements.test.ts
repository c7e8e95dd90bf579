import { expect, test } from 'vitest'
import { HeardAnnouncements } from './heard-announcements.ts'

test('an announcement is heard before or after somebody asks for it', async () => {
  const heard = new HeardAnnouncements()
  heard.hear(7)
  const later = heard.has(8)
  heard.hear(8)
  expect(await Promise.all([heard.has(7), later])).toEqual([true, true])
})

test('who waits in vain is told so, at once if nobody listens any more', async () => {
  const heard = new HeardAnnouncements()
  expect(await heard.has(1)).toBe(false)
  const waiting = heard.has(2)
  heard.hear(3)
  heard.giveUp()
  expect(await waiting).toBe(false)
  // The number may be that of another transaction of another server.
  const again = heard.has(3)
  heard.giveUp()
  expect(await again).toBe(false)
})
