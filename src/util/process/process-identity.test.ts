import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processIdentity, processState } from './process-identity.ts'

test('a process is running until it ends', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const identity = processIdentity(child.pid)
  expect(processState(identity)).toBe('running')
  expect(processState(processIdentity())).toBe('running')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(processState(identity)).toBe('gone')
})

test('another process with the same id is not the same process', () => {
  expect(processState(processIdentity().replace(/\d+$/, '1'))).toBe('gone')
})

test('nobody knows about processes of other hosts, containers and earlier starts of the machine', () => {
  const [host, boot, container] = processIdentity().split(':')[0]!.split(',')
  for (const place of [`other,${boot},${container}`, `${host},other,${container}`, `${host},${boot},1`])
    expect(processState(`${place}:${process.pid}:1`)).toBe('unknown')
  expect(processState('nonsense')).toBe('unknown')
})
