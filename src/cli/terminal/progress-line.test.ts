import { expect, test } from 'vitest'
import { progressLine, progressText } from './progress-line.ts'

test('a part of the whole', () => {
  expect(progressText('entries', 50, 200)).toBe('entries [######------------------] 25 %, 50 of 200')
  expect(progressText('entries', 0, 0)).toBe('entries [########################] 100 %, 0 of 0')
})

test('on a terminal one line changes, elsewhere a line comes now and then', () => {
  const printed = (isTTY: boolean) => {
    let text = ''
    let now = 0
    const stream = { isTTY, write: (more: string) => (text += more) }
    const progress = progressLine(stream, () => now)
    for (now = 200; now <= 21_000; now += 10_400) progress.report('entries', now, 21_000)
    progress.end()
    return text
  }
  expect(printed(true).split('\r\u001b[K')).toHaveLength(4)
  expect(printed(true).endsWith('\n')).toBe(true)
  expect(printed(false)).toBe(
    'entries [############------------] 50 %, 10600 of 21000\nentries [########################] 100 %, 21000 of 21000\n',
  )
})
