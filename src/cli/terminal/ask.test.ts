import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ask, choice, type Person } from './ask.ts'

/** A person who types these lines. */
function person(...lines: readonly string[]): Person & { readonly read: () => string } {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  const waiting = [...lines]
  let read = ''
  output.on('data', chunk => {
    read += chunk
    if (!String(chunk).endsWith('): ')) return
    const line = waiting.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { input, output, read: () => read }
}

const COLOR = { text: 'Color', explanation: 'Of the door.', otherwise: 'red', problem: choice(['red', 'blue']) }

test('asks again after an answer that is no choice, and says why', async () => {
  const typing = person('bleu', 'blue')
  expect(await ask(COLOR, typing)).toBe('blue')
  expect(typing.read()).toContain('\nOf the door.\nColor (red): ')
  expect(typing.read()).toContain('  bleu is not a choice: write red or blue\nColor (red): ')
})

test('an empty line means the default', async () => {
  expect(await ask(COLOR, person(''))).toBe('red')
})

test('the end of the input stops the command', async () => {
  await expect(ask(COLOR, person())).rejects.toThrow('Stopped: nothing was written')
})

test('programs get the default', async () => {
  expect(await ask(COLOR, { input: new PassThrough(), output: new PassThrough() })).toBe('red')
})
