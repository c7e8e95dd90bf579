// Runs vitest, and those files once more that failed beside others.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const VITEST = join(root, 'node_modules', '.bin', 'vitest')
const FAILURES = join(root, 'node_modules', '.cache', 'test-failures.json')
/** More are no accident. */
const MOST_FILES_AGAIN = 4

/**
 * Ends the process if tests fail. All tests together start servers, databases and browsers on a machine that may be busy: a file
 * that failed beside the others gets a second run alone, and is named even if it passes then.
 * @param {readonly string[]} args of vitest
 * @param {readonly string[]} leftOut files that are not run
 */
export function runTests(args, leftOut = []) {
  const missing = leftOut.filter(file => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`No such test files: ${missing.join(', ')}`)
  const status = vitest([...args, ...leftOut.flatMap(file => ['--exclude', file])])
  if (status !== 0) runAgain(args, status)
  if (leftOut.length > 0) console.log(`Left to npm run test:all: ${leftOut.length} slow test files.`)
}

function runAgain(args, status) {
  const { files, otherErrors } = failures()
  const again = args.length === 0 && otherErrors === 0 && files.length > 0 && files.length <= MOST_FILES_AGAIN
  if (!again || vitest([...files, '--maxWorkers=1', '--reporter=minimal']) !== 0) process.exit(status)
  console.warn(`Failed beside other tests, and passed alone:\n${files.map(file => `  ${file}`).join('\n')}`)
}

function vitest(args) {
  rmSync(FAILURES, { force: true })
  return spawnSync(VITEST, ['run', ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
}

/** What `test/support/failures-reporter.ts` has written; nothing if vitest did not get that far. */
function failures() {
  try {
    return JSON.parse(readFileSync(FAILURES, 'utf8'))
  } catch {
    return { files: [], otherErrors: 0 }
  }
}
