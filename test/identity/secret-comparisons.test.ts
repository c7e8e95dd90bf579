/**
 * Secrets that callers send are compared by `sameSecret`, or found by their hash. This looks for every other comparison of
 * something that is named like a secret; the list below says why each of them is none.
 */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findNodes, nodesIn } from '../support/source-code.ts'

const NAMED_LIKE_A_SECRET =
  /(token|code|secret|hash|signature|digest|password|csrf|nonce|state|mac|verifier|passphrase|salt|session|cookie)s?(Of)?$/i
/** A line with a comparison and such a name: the other files need not be parsed. */
const MENTIONS =
  /^(?=.*([!=]==?|\.equals\(|[cC]ompare\()).*(token|code|secret|hash|signature|digest|password|csrf|nonce|state|mac|verif|phrase|salt|session|cookie)/im
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

function isSuspicious(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const [first] = node.arguments
    return /^(equals|compare|localeCompare)$/.test(name.text) && [expression, first].some(isNamed)
  }
  if (!ts.isBinaryExpression(node) || !EQUALITY.has(node.operatorToken.kind)) return false
  const sides = [node.left, node.right]
  return sides.some(isNamed) && !sides.some(isFixed)
}

/** The last name of `a.b.token`, `token`, `tokenOf(x)`, `token!`, `String(token)`. */
function isNamed(node: ts.Node | undefined): boolean {
  if (node === undefined) return false
  if (ts.isIdentifier(node)) return NAMED_LIKE_A_SECRET.test(node.text)
  if (ts.isPropertyAccessExpression(node)) return NAMED_LIKE_A_SECRET.test(node.name.text)
  if (ts.isCallExpression(node)) return isNamed(node.expression) || node.arguments.some(isNamed)
  return (
    (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) &&
    isNamed(node.expression)
  )
}

/** A value that everybody knows: a literal, a constant, nothing. */
function isFixed(node: ts.Node): boolean {
  if (ts.isLiteralExpression(node) || ts.isPrefixUnaryExpression(node)) return true
  if (ts.isIdentifier(node)) return node.text === 'undefined' || /^[A-Z][A-Z_\d]*$/.test(node.text)
  return [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind)
}

/** Why each of these may be compared in the plain way. */
const HARMLESS = {
  'codes of locales and roles, which are no secrets': [
    'src/strapi/config-sync/admin-role-kind.ts: role.code === code',
    'src/strapi/config-sync/locale-kind.ts: locale.code === code',
    'src/strapi/config-sync/locale-kind.ts: code === defaultLocale',
    'src/content/read/find-flat.ts: locale.code === defaultLocale',
    'src/management/administrators/manage-administrators.ts: code === role.code',
    'src/management/administrators/manage-administrators.ts: other === code',
    'src/management/locales/manage-locales.ts: locale.code === code',
    'src/management/locales/manage-locales.ts: locale.code === standard',
    'src/management/explain/data-reasons.ts: code === locale',
    'src/strapi/run/plugins/i18n-plugin.ts: locale.code === main',
  ],
  'both sides come from the same caller': [
    'src/identity/users/passwords/change-password.ts: password !== passwordConfirmation',
    'src/identity/users/passwords/change-password.ts: currentPassword === password',
    'src/identity/users/passwords/reset-password.ts: password !== passwordConfirmation',
  ],
  'a keyed hash of the given code, which nobody can aim at a stored one': [
    'src/identity/administrators/second-factor.ts: other !== hash',
  ],
  'both sides come from our own database': [
    'src/identity/administrators/admin-sessions.ts: hash === current.hash',
    'src/identity/sign-in/password-changes.ts: mark === passwordMark(password)',
    'src/identity/users/login.ts: now?.password !== password',
  ],
  'sums of files and of content, and the names of files': [
    'src/kept/asked-before.ts: this.#slots[slot] === hash',
    'src/kept/dependencies/row-tests.ts: valueHash(value) === hash',
    'src/dev/scan-files.ts: before.files.get(path)?.hash !== after.files.get(path)?.hash',
    'src/dev/scan-files.ts: before.files.get(path)?.signature === signature',
    'src/dev/scan-files.ts: known?.signature === signature',
    'src/management/entries/entry-version.ts: hash(now[name]).equals(before.subarray(index * BYTES, (index + 1) * BYTES))',
    'src/media/upload/replace-file.ts: ref.hash === hash',
    "src/transfer/archive/read-archive.ts: written.sha256 !== hash.digest('hex')",
    'src/transfer/import/import-content.ts: mark.digest !== digest',
    'src/transfer/import/import-content.ts: stored?.digest === mark.digest',
    'src/transfer/import/rehearse-import.ts: mark.digest === checked.digest',
  ],
  'sessions of the database, and whether an entry is published': [
    'src/management/entries/list-query.ts: state === given',
    'src/storage/postgres/change-notices.ts: session !== this.#session',
    'src/storage/postgres/change-notices.ts: session !== this.#session',
    'src/storage/postgres/open-session.ts: session !== first',
  ],
  'codes of errors': [
    'src/content/live/live-queries.ts: error.code === last',
    'src/http/live/live-stream.ts: code === this.#last',
    'src/http/content/missing-data.ts: error.code !== ERRORS.missingData.code',
  ],
}

test('no secret is compared character by character', () => {
  expect([...findNodes(MENTIONS, isSuspicious)].sort()).toEqual(Object.values(HARMLESS).flat().sort())
})

test.each([
  'if (given === token) x()',
  'a.secret !== b',
  'hashOf(x) == stored',
  'x === (await boundTo)!.signature',
  'Buffer.from(a).equals(digest)',
])('the check finds %s', text => {
  expect(nodesIn('x.ts', text, isSuspicious)).toHaveLength(1)
})

test.each(['token === undefined', "error.code === 'ENOENT'", 'code === NOT_FOUND', 'sameSecret(given, token)'])(
  'the check lets %s pass',
  text => {
    expect(nodesIn('x.ts', text, isSuspicious)).toEqual([])
  },
)
