/** Writes down which files failed, for `scripts/run-tests.mjs`, and ends a run in which a test never ends. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter } from 'vitest/node'

/**
 * @param patience Milliseconds without any result, after which the run is ended: a process that never waits cannot notice its own limit of
 * time. Without it, tests may take as long as they like.
 */
export function failuresReporter(path: string, patience = Number.POSITIVE_INFINITY): Reporter {
  const running = new Set<string>()
  let last = Date.now()
  const write = (files: readonly string[], otherErrors: number) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ files, otherErrors }))
  }
  const endIfStuck = () => {
    // A busy machine may take long to load the first file.
    if (running.size === 0 || Date.now() - last < patience) return
    console.error(
      `No test has ended for a long time. The run is ended; these files did not end:\n${[...running].join('\n')}`,
    )
    write([...running], 1)
    // A database ends in an orderly way; a process that never waits does not.
    for (const signal of ['-TERM', '-KILL']) {
      spawnSync('pkill', [signal, '-P', String(process.pid)])
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
    }
    process.exit(1)
  }
  const watch = setInterval(endIfStuck, Math.min(patience / 10, 60_000)).unref()
  const fileOf = ({ moduleId }: { readonly moduleId: string }) => relative(process.cwd(), moduleId)
  const queued = (file: string) => {
    running.add(file)
    last = Date.now()
  }
  return {
    onTestModuleQueued: module => queued(fileOf(module)),
    onTestModuleEnd: module => void running.delete(fileOf(module)),
    onTestCaseResult: () => {
      last = Date.now()
    },
    onTestRunEnd: (modules, unhandledErrors) => {
      clearInterval(watch)
      write(modules.filter(module => !module.ok()).map(fileOf), unhandledErrors.length)
    },
  }
}
