/** Nothing but `src/outgoing` opens connections to servers that speak HTTP. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findNodes, nodesIn } from '../support/source-code.ts'

const MENTIONS = /\bfetch\b|WebSocket|EventSource|XMLHttpRequest|['"](node:)?(https?|http2|net|tls|dgram|dns)\b/
const GLOBALS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
const MODULES = /^['"](node:)?(https?|http2|net|tls|dgram|dns(\/promises)?|undici)['"]$/
/** What servers need, and what only looks at an address. */
const HARMLESS = /^(createServer|STATUS_CODES|METHODS|isIP|isIPv4|isIPv6|BlockList)$/

function isWayOut(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node))
    return MODULES.test(node.moduleSpecifier.getText()) && !isHarmless(node.importClause)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return MODULES.test(node.arguments[0]?.getText() ?? '')
  }
  return ts.isIdentifier(node) && GLOBALS.has(node.text) && isUsed(node)
}

function isHarmless(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { name, namedBindings } = clause
  if (name !== undefined || namedBindings === undefined || ts.isNamespaceImport(namedBindings)) return false
  return namedBindings.elements.every(one => one.isTypeOnly || HARMLESS.test((one.propertyName ?? one.name).text))
}

/** Not a member of something else, nor only named in a type. */
function isUsed(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent)) return false
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === node.text) {
    return /^(globalThis|global|window|self)$/.test(parent.expression.getText())
  }
  return !ts.isPropertySignature(parent) && !ts.isPropertyAssignment(parent) && !ts.isMethodSignature(parent)
}

test('requests leave the server in one place only', () => {
  const found = findNodes(MENTIONS, isWayOut).filter(place => !place.startsWith('src/outgoing/'))
  expect(found).toEqual([
    // Runs in the programs of users, not in the server.
    'src/client/client.ts: fetch',
    'src/client/live.ts: fetch',
    'src/client/live.ts: fetch',
  ])
})

test.each([
  "await fetch('x')",
  "await globalThis.fetch('x')",
  'const send = fetch',
  "new WebSocket('ws://x')",
  "import * as http from 'node:http'",
  "import http from 'http'",
  "import { createServer, request } from 'node:http'",
  "import { connect } from 'node:tls'",
  "const https = await import('node:https')",
])('the check finds %s', text => {
  expect(nodesIn('x.ts', text, isWayOut).length).toBeGreaterThan(0)
})

test.each([
  "import { createServer, type IncomingMessage } from 'node:http'",
  "import type { Socket } from 'node:net'",
  "import { isIP } from 'node:net'",
  'this.queue.fetch()',
  'type Fetch = typeof fetch',
])('the check lets %s pass', text => {
  expect(nodesIn('x.ts', text, isWayOut)).toEqual([])
})
