// Runs long forms, several at a time, each in a vitest of its own, and prints what each of them took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { join } from 'node:path'
import { buildAdmin } from '../build-admin.mjs'
import { buildServer } from '../build-server.mjs'
import { installBrowser } from '../install-browser.mjs'
import { installMariadb } from '../install-mariadb.mjs'
import { root } from '../run.mjs'
import { chosenForms, seedVariables } from './chosen-forms.mjs'

const VITEST = join(root, 'node_modules', '.bin', 'vitest')
/** The unit of the times in /proc/self/stat; the same on every Linux. */
const TICKS_PER_MINUTE = 6000

/** A server looks at images with the lowest priority, 19. Beside tests with the usual one, 0, it would hardly get to it. */
const PRIORITY = 15

/**
 * Ends the process with 1 if tests fail, or if the table has no such row.
 * @param {import('./chosen-forms.mjs').Length} length
 * @param {readonly string[]} given names of rows, or files
 */
export async function runForms(length, given) {
  const forms = chosenForms(length, given)
  const seeds = seedVariables()
  console.log(
    Object.entries(seeds)
      .map(pair => pair.join('='))
      .join(' '),
  )
  await buildServer()
  await buildAdmin()
  installBrowser()
  installMariadb()
  setPriority(PRIORITY)
  processorMinutes()
  const results = []
  const longestFirst = forms.toSorted((one, other) => other.minutes - one.minutes)
  const runAll = async (waiting, lanes) => {
    const lane = async () => {
      for (let form = waiting.shift(); form !== undefined; form = waiting.shift())
        results.push(await runForm(form, { ...process.env, ...seeds, ...form.env }))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
  // Two more than there are cores: tests also wait, for time and for other processes. With one more, an eighth of two cores was idle.
  await runAll(
    longestFirst.filter(({ alone }) => !alone),
    availableParallelism() + 2,
  )
  await runAll(
    longestFirst.filter(({ alone }) => alone),
    1,
  )
  printResults(results, seeds)
  if (results.some(({ passed }) => !passed)) process.exit(1)
}

async function runForm(form, env) {
  const started = Date.now()
  // Each run writes its own files; `vitest.config.ts` reads the variable.
  const child = spawn(VITEST, ['run', '--maxWorkers=1', ...form.files], {
    cwd: root,
    env: { ...env, TEST_RESULTS: form.name },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk))
  const [status] = await once(child, 'exit')
  const processor = processorMinutes()
  process.stdout.write(`\n== ${form.name}\n${Buffer.concat(said)}`)
  return { form, passed: status === 0, minutes: (Date.now() - started) / 60_000, processor }
}

let counted = 0

/** What the processes that have ended since the last call have used, with all they have started; 0 where Linux does not say it. */
function processorMinutes() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    const ticks = Number(fields[13]) + Number(fields[14])
    const since = ticks - counted
    counted = ticks
    return since / TICKS_PER_MINUTE
  } catch {
    return 0
  }
}

function printResults(results, seeds) {
  console.log('\npart          minutes  processor  budget')
  for (const { form, passed, minutes, processor } of results) {
    const over = form.minutes > 0 && processor > form.minutes ? '  over its budget' : ''
    const figures = [minutes.toFixed(1).padStart(7), processor.toFixed(1).padStart(9), String(form.minutes).padStart(6)]
    console.log(`${form.name.padEnd(12)}  ${figures.join('  ')}${over}${passed ? '' : '  FAILED'}`)
  }
  const sum = results.reduce((total, { processor }) => total + processor, 0)
  console.log(`All parts: ${sum.toFixed(1)} minutes of processor time. Repeat with SEED=${seeds.SEED}.`)
}
