/**
 * Somebody may set the clock of the system while the server runs. So durations and ages inside one process are measured by
 * `performance.now()`. This finds everything that asks the clock; the list says why each place needs the real time. What
 * other processes or earlier ones have noted is compared by `isOutOfDate`.
 */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findNodes, nodesIn } from '../support/source-code.ts'

const MENTIONS = /\bDate\b/

/** `Date.now`, called or handed on, `new Date()` and `Date()`. */
function asksTheClock(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return isDate(node.expression) && node.name.text === 'now'
  if (ts.isElementAccessExpression(node)) return isDate(node.expression)
  if (ts.isVariableDeclaration(node)) return ts.isObjectBindingPattern(node.name) && isDate(node.initializer)
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments?.length ?? 0) === 0
  return ts.isCallExpression(node) && isDate(node.expression)
}

function isDate(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false
  return ts.isPropertyAccessExpression(node)
    ? node.getText() === 'globalThis.Date'
    : ts.isIdentifier(node) && node.text === 'Date'
}

const REASONS = {
  'the clock of operations: what they store, show and compare with what is stored': [
    'src/app/server-parts.ts: Date.now',
    'src/app/transfers/import-file.ts: new Date()',
    'src/changes/keep-changes.ts: Date.now',
    'src/cli/management.ts: Date.now',
    'src/cli/management.ts: Date.now',
    'src/contexts.ts: Date.now',
    'src/http/mcp/mcp-tools.ts: new Date()',
    'src/identity/access/authenticate.ts: Date.now',
    'src/identity/access/role-records.ts: Date.now',
  ],
  'what is stored with content, as its date': [
    'src/strapi/commands/export-for-strapi.ts: new Date()',
    'src/strapi/config-sync/export-config.ts: new Date()',
    'src/strapi/config-sync/import-config.ts: new Date()',
    'src/identity/sign-in/password-changes.ts: Date.now',
    'src/tables/migrate/draft-publish.ts: new Date()',
    'src/tables/migrate/migrate-tables.ts: new Date()',
    'src/strapi/run/entities/lifecycle-hooks.ts: new Date()',
    'src/strapi/run/entities/lifecycles.ts: new Date()',
    'src/strapi/run/requests/core-service.ts: new Date()',
    'src/strapi/run/requests/body/request-form.ts: new Date()',
    'src/transfer/backup/restored-postgres.ts: new Date()',
    'src/transfer/seed/needs-content.ts: new Date()',
    'src/transfer/seed/plan-row.ts: new Date()',
  ],
  'a query compares content with the present time': [
    'src/content/read/rows/load-rows.ts: new Date()',
    'src/sql/statement.ts: new Date()',
  ],
  'shown to people and other programs': [
    'src/app/transfers/transfer-work.ts: new Date()',
    'src/app/transfers/transfer-work.ts: new Date()',
    'src/cli/commands/database/backup.ts: new Date()',
    'src/dev/dev-log.ts: Date.now',
    'src/dev/dev-log.ts: new Date()',
    'src/http/content/flat-route.ts: Date.now',
    'src/kept/use/query-inventory.ts: Date.now',
    'src/media/providers/cloudinary.ts: Date.now',
    'src/strapi/run/cron.ts: new Date()',
    'src/strapi/run/cron.ts: new Date()',
    'src/transfer/backup/restored-files.ts: new Date()',
    'src/transfer/backup/restored-sqlite.ts: new Date()',
  ],
  'compared with what other processes, or earlier ones, have noted: a jump of the clock is harmless': [
    'src/media/resumable/resumable-files.ts: Date.now',
    'src/media/sizes/size-store.ts: new Date()',
    'src/media/upload/media-journal.ts: Date.now',
    'src/strapi/run/middlewares/session.ts: Date.now',
    'src/strapi/run/middlewares/session.ts: Date.now',
    'src/util/time/clock-jumps.ts: Date.now',
    'src/util/time/moments.ts: Date.now',
  ],
}

test('nothing measures a duration by the clock of the system', () => {
  expect([...findNodes(MENTIONS, asksTheClock)].sort()).toEqual(Object.values(REASONS).flat().sort())
})

test.each([
  'const begun = Date.now()',
  'constructor(clock = Date.now) {}',
  'const begun = +new Date()',
  'const begun = new Date',
  "const begun = Date['now']()",
  'const { now } = Date',
  'globalThis.Date.now()',
  'const text = Date()',
])('the check finds %s', text => {
  expect(nodesIn('x.ts', text, asksTheClock)).toHaveLength(1)
})

test.each(['performance.now()', 'new Date(0)', 'Date.parse(text)', 'Date.UTC(2026)', 'value instanceof Date'])(
  'the check lets %s pass',
  text => {
    expect(nodesIn('x.ts', text, asksTheClock)).toEqual([])
  },
)
