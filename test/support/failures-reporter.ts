/** Writes down which files failed, for `scripts/run-tests.mjs`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter } from 'vitest/node'

export function failuresReporter(path: string): Reporter {
  return {
    onTestRunEnd: (modules, unhandledErrors) => {
      const failed = modules.filter(module => !module.ok())
      const files = failed.map(({ moduleId }) => relative(process.cwd(), moduleId))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify({ files, otherErrors: unhandledErrors.length }))
    },
  }
}
