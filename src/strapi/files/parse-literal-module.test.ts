import { expect, test } from 'vitest'
import { NotLiteralError } from './literal-value.ts'
import { parseLiteralMember, parseLiteralModule } from './parse-literal-module.ts'

test.each([
  ['module.exports = { rest: { maxLimit: 50 } };', { rest: { maxLimit: 50 } }],
  ["export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 50) } })", { rest: { maxLimit: 50 } }],
  [
    "'use strict';\n/* a */ module.exports = () => ({ 'a-b': [1, \"x\\'\", true, null,], }) // end",
    { 'a-b': [1, "x'", true, null] },
  ],
  ["module.exports = { a: env('SET', 'no'), b: env.bool('YES'), c: env.array('SET') }", { a: 'x', b: true, c: ['x'] }],
  [
    'export default { a: process.env.SET, b: process.env.NONE || 2, c: `$' + '{env("SET")}/y` }',
    { a: 'x', b: 2, c: 'x/y' },
  ],
  ['module.exports = ({ env }) => { const a = env("SET"); return { a, b: a === "x" ? 1 : 2 } }', { a: 'x', b: 1 }],
])('understands %s', (text, expected) => {
  expect(parseLiteralModule(text, { SET: 'x', YES: 'true' })).toEqual(expected)
})

test.each([
  "module.exports = require('./other')",
  'module.exports = { ...base }',
  'module.exports = { a: 1 + 1 }',
  'module.exports = { a: `x$' + '{y}` }',
  'module.exports = { a: 1 }\nmodule.exports.b = 2',
  'module.exports = () => { if (x) return { a: 1 }; return { a: 2 } }',
  'module.exports = () => { const a = b; const b = a; return { a } }',
  'module.exports = { a: 1',
  '',
])('refuses %s', text => {
  expect(() => parseLiteralModule(text, {})).toThrow(NotLiteralError)
})

const PLUGINS = `
const path = require('path')
const limit = 10 * 1000
module.exports = ({ env }) => ({
  graphql: { config: { plugins: [makePlugin()] } },
  ...others,
  upload: {
    config: { provider: env('PROVIDER', 'aws-s3'), sizeLimit: limit, hook: () => 1, inner: { region: path.sep, acl: null } },
  },
})`

test('reads one member of a module, and leaves out what is no plain value inside it', () => {
  expect(parseLiteralMember(PLUGINS, ['upload', 'config'], { PROVIDER: 'cloudinary' })).toEqual({
    value: { provider: 'cloudinary', sizeLimit: 10_000, inner: { acl: null } },
    leftOut: ['line 8 is not a plain value', 'line 8 is not a plain value'],
  })
  expect(parseLiteralMember(PLUGINS, ['email', 'config'], {})).toEqual({ value: undefined, leftOut: [] })
})
