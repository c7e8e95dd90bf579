import { expect, test } from 'vitest'
import { NotLiteralError, parseLiteralModule } from './parse-literal-module.ts'

test.each([
  ['module.exports = { rest: { maxLimit: 50 } };', { rest: { maxLimit: 50 } }],
  ["export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 50) } })", { rest: { maxLimit: 50 } }],
  [
    "'use strict';\n/* a */ module.exports = () => ({ 'a-b': [1, \"x\\'\", true, null,], }) // end",
    { 'a-b': [1, "x'", true, null] },
  ],
  ["module.exports = { a: env('SET', 'no'), b: env.bool('YES'), c: env.array('SET') }", { a: 'x', b: true, c: ['x'] }],
])('understands %s', (text, expected) => {
  expect(parseLiteralModule(text, { SET: 'x', YES: 'true' })).toEqual(expected)
})

test.each([
  "module.exports = require('./other')",
  'module.exports = { ...base }',
  'module.exports = { a: 1 + 1 }',
  'module.exports = { a: `x$' + '{y}` }',
  'module.exports = { a: 1 }\nmodule.exports.b = 2',
  'export default { a: process.env.A }',
  'module.exports = { a: 1',
  '',
])('refuses %s', text => {
  expect(() => parseLiteralModule(text, {})).toThrow(NotLiteralError)
})
