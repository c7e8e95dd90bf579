import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { parseCommand } from './parse-command.ts'

const parse = (line: string) => parseCommand(line.split(' ').filter(Boolean), COMMANDS)

test.each([
  ['start', 'start', [], {}],
  ['start blog --port 80', 'start', ['blog'], { port: '80' }],
  ['tokens create site --type read-only', 'tokens create', ['site'], { type: 'read-only' }],
  ['tokens list', 'tokens list', [], {}],
  ['users set-password ann --password -', 'users set-password', ['ann'], { password: '-' }],
  ['grant public article --fields=title,slug', 'grant', ['public', 'article'], { fields: 'title,slug' }],
])('%s runs a command', (line, name, positionals, flags) => {
  const parsed = parse(line)
  expect(parsed).toMatchObject({ kind: 'run', command: { name }, given: { positionals, flags } })
})

test.each([
  ['', undefined],
  ['--help', undefined],
  ['help start', 'start'],
  ['start --help', 'start'],
  ['tokens create --help', 'tokens create'],
  ['help tokens create', 'tokens create'],
  ['grant -h', 'grant'],
])('"%s" asks for help', (line, name) => {
  const parsed = parse(line)
  expect(parsed.kind === 'help' && parsed.command?.name).toBe(name)
})

test.each(['tokens', 'tokens --help', 'tokens -h', 'help tokens'])('"%s" asks for the commands that begin so', line => {
  const parsed = parse(line)
  expect(parsed.kind === 'help' && parsed.group?.map(({ name }) => name)).toEqual([
    'tokens create',
    'tokens list',
    'tokens revoke',
  ])
})

test.each(['--version', '-v'])('%s asks for the version', line => {
  expect(parse(line)).toEqual({ kind: 'version' })
})

test.each([
  ['strat', 'There is no command strat; did you mean start?'],
  [
    'fly',
    'There is no command fly; available: init, dev, start, adopt, grant, revoke, permissions, tokens, types, components, explain, mcp, locales',
  ],
  ['tokens lst', 'There is no command tokens lst; did you mean tokens list?'],
  ['start --prot 80', 'Usage: populus start [folder] [options]\n  - There is no option --prot; did you mean --port?'],
  ['start a b', 'Usage: populus start [folder] [options]\n  - got a b'],
  ['types ad page', 'Usage: populus types [folder] [options]\n  - got ad page; did you mean populus types add?'],
  ['revoke public', 'Usage: populus revoke <role> <type> [options]\n  - got public'],
  ['permissions --role', 'Usage: populus permissions [options]\n  - --role needs a value: only this role'],
])('%s is refused', (line, message) => {
  expect(() => parse(line)).toThrow(message)
})
