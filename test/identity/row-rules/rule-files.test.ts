/** Mistakes in the files of rules are found at the start, and named with their place. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { changedPaths, scanFiles } from '../../../src/dev/scan-files.ts'
import { loadRowRules } from '../../../src/identity/row-rules/load-row-rules.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { RULES, rulesProject } from './rules-project.ts'

const RULE = { roles: ['authenticated'], type: 'note', operations: ['read'], where: { title: 'x' } }

async function load(rules: Readonly<Record<string, unknown>>) {
  const folder = rulesProject(rules)
  const { schema } = await loadSchema(folder)
  const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: true }
  return loadRowRules(folder, { schema, settings, roles: async () => ['public', 'authenticated'] })
}

test('a project without rules has none', async () => {
  expect(await load({})).toEqual([])
})

test('a server for development follows the files of rules', async () => {
  const folder = rulesProject()
  const before = await scanFiles(folder)
  writeFileSync(join(folder, 'rules', 'past.json'), JSON.stringify(RULE))
  writeFileSync(join(folder, 'rules', 'new.json'), JSON.stringify(RULE))
  expect(changedPaths(before, await scanFiles(folder, before))).toEqual(['rules/new.json', 'rules/past.json'])
})

test('rules know which values of the user they need', async () => {
  const rules = await load(RULES)
  expect(rules.map(({ file, paths }) => [file, paths.map(({ text, kind }) => `${text} ${kind}`)])).toEqual([
    ['rules/circles.json', ['circles related']],
    ['rules/delete-own-notes.json', ['id one']],
    ['rules/languages.json', ['languages list']],
    ['rules/own-notes.json', ['id one', 'group one']],
    ['rules/past.json', []],
    ['rules/places.json', ['group.name one']],
    ['rules/self.json', ['id one']],
  ])
})

test.each<readonly [string, unknown, string]>([
  ['no JSON', '{', 'rules/bad.json: line 1, column 2: unexpected end of file'],
  ['a list', '[]', 'rules/bad.json: Invalid input: expected object, received array'],
  ['an unknown key', { ...RULE, when: 1 }, 'rules/bad.json: Unrecognized key: "when"'],
  ['nobody', { ...RULE, roles: [] }, 'rules/bad.json: roles: name at least one role, or set "tokens": true'],
  [
    'an unknown role',
    { ...RULE, roles: ['publik'] },
    'rules/bad.json: roles.0: there is no role publik; did you mean public?',
  ],
  ['an unknown type', { ...RULE, type: 'nots' }, 'rules/bad.json: type: there is no content type nots'],
  ['administrators', { ...RULE, type: 'admin::user' }, 'rules/bad.json: type: there is no content type admin::user'],
  ['no operation', { ...RULE, operations: [] }, 'rules/bad.json: operations: expected at least one operation'],
  [
    'an unknown operation',
    { ...RULE, operations: ['find'] },
    'rules/bad.json: operations.0: expected one of read, create, update, delete',
  ],
  ['no condition', { ...RULE, where: {} }, 'rules/bad.json: where: is empty, so it would be no condition'],
  [
    'an empty condition',
    { ...RULE, where: { owner: {} } },
    'rules/bad.json: where.owner: is empty, so it would be no condition',
  ],
  [
    'nothing in a group',
    { ...RULE, where: { $or: [{ title: 'x' }, null] } },
    'rules/bad.json: where.$or.1: is empty, so it would be no condition',
  ],
  [
    'an unknown attribute',
    { ...RULE, where: { titel: 'x' } },
    'rules/bad.json: Invalid parameter titel at where[titel]; did you mean title?',
  ],
  [
    'the name of a column',
    { ...RULE, where: { due_at: { $lt: '$now' } } },
    'rules/bad.json: Invalid parameter due_at at where[due_at]; did you mean dueAt?',
  ],
  [
    'an unknown operator',
    { ...RULE, where: { title: { $equals: 'x' } } },
    'rules/bad.json: There is no operator $equals; did you mean $eq? at where[title][$equals]',
  ],
  [
    'a value that the column cannot have',
    { ...RULE, where: { id: 'x' } },
    'rules/bad.json: Invalid value for where[id]: expected a whole number, got "x"',
  ],
  [
    'an unknown value of the user',
    { ...RULE, where: { owner: '$user.ID' } },
    'rules/bad.json: Invalid value for where[owner]: $user.ID: there is no attribute of plugin::users-permissions.user ID',
  ],
  [
    'no value of the user',
    { ...RULE, where: { owner: '$user' } },
    'rules/bad.json: Invalid value for where[owner]: expected $now or a value of the user such as $user.id, got $user',
  ],
  [
    'a password',
    { ...RULE, where: { title: '$user.password' } },
    'rules/bad.json: Invalid value for where[title]: $user.password: password is a secret',
  ],
  [
    'several values for one',
    { ...RULE, where: { title: { $ne: '$user.circles.name' } } },
    'rules/bad.json: Invalid value for where[title][$ne]: $user.circles.name may have several values; compare with $in or $notIn',
  ],
  [
    'the time for a text',
    { ...RULE, where: { title: { $lt: '$now' } } },
    'rules/bad.json: Invalid value for where[title][$lt]: $now can only be compared with dates',
  ],
  [
    'the time in a pattern',
    { ...RULE, where: { dueAt: { $contains: '$now' } } },
    'rules/bad.json: Invalid value for where[dueAt][$contains]: $contains cannot be used here',
  ],
])('%s', async (_what, rule, problem) => {
  await expect(load({ bad: rule })).rejects.toThrow(`The row rules have mistakes:\n  - ${problem}`)
})
