import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFile } from '../util/package-file.ts'
import { oldNode } from './old-node.ts'

test('older versions of Node are refused with what to do', () => {
  expect(oldNode('18.19.1')).toContain('Populus needs Node 20 or later, and this is Node 18.19.1.')
  expect(oldNode('20.0.0')).toBeUndefined()
  expect(oldNode('24.1.0')).toBeUndefined()
})

test('it is the version that package.json asks for', () => {
  const { engines } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  expect(engines.node).toBe('>=20')
})
