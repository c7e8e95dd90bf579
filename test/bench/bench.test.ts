/** The benchmark runs from end to end on little content; what it measures is not judged here. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, '../../bench/run.mjs')
const TINY = ['--no-build', '--size', '200', '--seconds', '0.1', '--rounds', '1', '--connections', '2']

const VARIED = [
  ...['one', 'slug', 'list', 'all', 'deep', 'sorted', 'author', 'contains'],
  ...['two', 'in', 'search', 'locale', 'own'],
]

interface Cell {
  readonly case: string
  readonly server: string
  readonly urls: string
  readonly requests: number
  readonly bytes: number
  readonly cpu: Readonly<Record<string, number>>
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'populus-bench-'))
  // Where we are root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function bench(...words: readonly string[]) {
  const env = { ...process.env, BENCH_CACHE: join(folder, 'cache') }
  return run(process.execPath, [SCRIPT, ...words], { env, maxBuffer: 2 ** 24 })
}

describe('npm run bench', () => {
  test('measures the cases asked for on ours and on the ceiling, and saves what it found', {
    timeout: 120_000,
  }, async () => {
    const results = join(folder, 'results')
    const { stdout } = await bench(...TINY, '--case', 'list,deep,304', '--json', '--save', '--results', results)
    const { about, cells, ratios, memory, goals } = JSON.parse(stdout)

    expect(about).toMatchObject({ database: 'sqlite', size: 200, connections: 2, rounds: 1, seconds: 0.1 })
    expect(about.notes.join('\n')).toContain('the same JSON from cold, warm')
    expect(cells.map((cell: Cell) => [cell.case, cell.server, cell.urls])).toEqual([
      ['list', 'cold', 'random of 8'],
      ['list', 'warm', '5 repeated'],
      ['list', 'mem', '5 repeated'],
      ['deep', 'cold', 'random of 8'],
      ['deep', 'warm', '5 repeated'],
      ['deep', 'mem', '5 repeated'],
      ['304', 'cold', '5 repeated'],
      ['304', 'warm', '5 repeated'],
      ['304', 'mem', '5 repeated'],
    ])
    for (const cell of cells as readonly Cell[]) {
      expect(cell.requests).toBeGreaterThanOrEqual(20)
      expect(cell.bytes > 0).toBe(cell.case !== '304')
      expect(cell.cpu).toEqual({ server: expect.any(Number), database: 0, total: expect.any(Number) })
    }
    expect(ratios.map((ratio: Cell) => ratio.case)).toEqual(['list', 'deep', '304'])
    expect(memory.map((each: Cell) => each.server)).toEqual(['cold', 'warm', 'mem'])
    expect(goals).toHaveLength(9)

    expect((await readdir(results)).sort()).toEqual(['sqlite-200.json', 'sqlite-200.md', 'sqlite-200.svg'])
    expect(JSON.parse(await readFile(join(results, 'sqlite-200.json'), 'utf8'))).toEqual(JSON.parse(stdout))
    const markdown = await readFile(join(results, 'sqlite-200.md'), 'utf8')
    expect(markdown).toContain('# SQLite, 200 articles')
    expect(await readFile(join(results, 'sqlite-200.svg'), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
  })

  test('measures how reads and writes grow with the content', { timeout: 240_000 }, async () => {
    const results = join(folder, 'growth')
    const some = ['published', 'equals', 'contains', 'aggregate', 'panel', 'tags', 'create']
    const { stdout } = await bench(
      ...[...TINY, '--growth', '--sizes', '400,200', '--case', some.join()],
      ...['--json', '--save', '--results', results],
    )
    const { about, cells, ratios } = JSON.parse(stdout)
    expect(about.size).toEqual([200, 400])
    expect(cells.map((cell: Cell) => cell.case).sort()).toEqual([...some, ...some].sort())
    for (const { requests, cpu } of cells as readonly Cell[])
      expect([requests > 0, cpu.total! >= 0]).toEqual([true, true])
    const goals = ratios.map(({ case: name, most }: { case: string; most: number }) => [name, most])
    expect(Object.fromEntries(goals)).toMatchObject({ published: 1.5, contains: 5, aggregate: 5, create: 1.5 })
    expect((await readdir(results)).sort()).toEqual(['sqlite-growth.json', 'sqlite-growth.md', 'sqlite-growth.svg'])
    expect(await readFile(join(results, 'sqlite-growth.svg'), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
  })

  test('measures cached reads beside writes', async () => {
    const results = join(folder, 'writes')
    const { stdout } = await bench(...TINY, '--writes', '--json', '--save', '--results', results)
    const { pages, cells } = JSON.parse(stdout)
    expect(pages).toBe(20)
    expect(cells.map(({ what, rate }: { what: string; rate: number }) => [what, rate])).toEqual([
      ['nothing', 0],
      ...['author', 'comment', 'article'].flatMap(what => [
        [what, 1],
        [what, 10],
      ]),
    ])
    for (const { share, cpu } of cells) expect([share > 0, cpu > 0]).toEqual([true, true])
    expect((await readdir(results)).sort()).toEqual(['sqlite-writes.json', 'sqlite-writes.md', 'sqlite-writes.svg'])
  })

  test('measures live queries: events, reads beside them, and idle ones', { timeout: 180_000 }, async () => {
    const results = join(folder, 'live')
    const few = ['--streams', '12', '--queries', '3', '--rate', '20', '--idle', '20']
    const { stdout } = await bench(...TINY, '--live', ...few, '--json', '--save', '--results', results)
    const { goals, reads, events, idle } = JSON.parse(stdout)
    expect(goals).toHaveLength(6)
    expect(reads.map(({ what }: { what: string }) => what)).toEqual(['nothing', 'writes', 'writes and streams'])
    // Two writes, each of which changes an answer with four listeners.
    for (const { events: arrived, missing, fromCommit } of events)
      expect([arrived, missing, fromCommit.length]).toEqual([8, 0, 100])
    expect(idle).toMatchObject({ streams: 20, counted: { writes: 20, missing: 0 } })
    expect(idle.counted.perQueryAndChange).toBeLessThanOrEqual(1)
    expect((await readdir(results)).sort()).toEqual(['sqlite-live.json', 'sqlite-live.md', 'sqlite-live.svg'])
  })

  test('puts a mixed load on the server and watches it', { timeout: 180_000 }, async () => {
    const results = join(folder, 'load')
    const { stdout } = await bench(...TINY, '--load', '--minutes', '0.1', '--json', '--save', '--results', results)
    const { series, kinds, failed } = JSON.parse(stdout)
    expect(failed).toBe(0)
    expect(kinds.map(({ name }: { name: string }) => name)).toEqual(['kept', 'varied', 'writes', 'uploads', 'panel'])
    expect(series).toHaveLength(3)
    for (const { rss, heap, longest } of series) expect([rss > heap, heap > 0, longest > 0]).toEqual([true, true, true])
    expect((await readdir(results)).sort()).toEqual(['sqlite-load.json', 'sqlite-load.md', 'sqlite-load.svg'])
  })

  test('asks the cases of --varied and saves what it found', { timeout: 180_000 }, async () => {
    const results = join(folder, 'varied')
    const some = ['one', 'author', 'search', 'locale', 'own']
    const { stdout } = await bench(...TINY, '--varied', '--case', some.join(), '--json', '--save', '--results', results)
    const { about, cells, ratios } = JSON.parse(stdout)
    expect(about.notes.join('\n')).toContain('ours answered every case')
    expect(cells.map((cell: Cell) => [cell.case, cell.server])).toEqual(some.map(name => [name, 'ours']))
    for (const cell of cells as readonly Cell[]) {
      expect(cell.urls).toMatch(/^\d+ different$/)
      // Of 20 authors, 5 were asked for in the comparison, and half of the others in the warm-up.
      expect(cell.requests).toBeGreaterThanOrEqual(cell.case === 'author' ? 7 : 60)
      expect(cell.bytes).toBeGreaterThan(0)
    }
    expect(ratios.map((ratio: Cell) => ratio.case)).toEqual(some)
    expect((await readdir(results)).sort()).toEqual(['sqlite-varied.json', 'sqlite-varied.md', 'sqlite-varied.svg'])
  })

  test('measures servers on a primary with a replica, and saves what it found', { timeout: 300_000 }, async () => {
    const results = join(folder, 'nodes')
    const grid = ['--nodes', '--up-to', '1x1', '--case', 'one,list,own']
    const { stdout } = await bench(...TINY, '--seconds', '1', ...grid, '--json', '--save', '--results', results)
    const { about, cells } = JSON.parse(stdout)
    expect(about).toMatchObject({ database: 'postgres', size: 200 })
    expect(cells).toMatchObject([
      { nodes: 1, replicas: 0, reads: 40, cpu: { replicas: 0 } },
      { nodes: 1, replicas: 1, reads: 40, share: expect.any(Number) },
    ])
    const [alone, followed] = cells
    expect(alone).not.toHaveProperty('share')
    expect(alone.cpu.nodes).toBeGreaterThan(0)
    expect(followed.share).toBeGreaterThan(0)
    expect(followed.share).toBeLessThanOrEqual(1)
    expect((await readdir(results)).sort()).toEqual(['postgres-nodes.json', 'postgres-nodes.md', 'postgres-nodes.svg'])
    expect(await readFile(join(results, 'postgres-nodes.md'), 'utf8')).toContain('| servers | replicas | reads/s |')
  })

  test('never draws an address twice', async () => {
    const script = `
      import { variedCases } from ${JSON.stringify(join(import.meta.dirname, '../../bench/measure/varied.mjs'))}
      const found = variedCases(${JSON.stringify(VARIED)}, 1000).map(({ name, random, addresses }) => {
        const { count, take } = addresses()
        const drawn = [...random, ...take(300), ...take(5000)].map(asked => JSON.stringify(asked))
        return [name, drawn.length, new Set(drawn).size, Math.min(5305, count + 5)]
      })
      console.log(JSON.stringify(found))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    const found: [string, number, number, number][] = JSON.parse(stdout)
    expect(found.map(([name]) => name)).toEqual(VARIED)
    for (const [name, drawn, different, wanted] of found)
      expect({ name, drawn, different }).toEqual({ name, drawn: wanted, different: wanted })
  })

  test.each([
    [['--case', 'lists'], '--case: there is no "lists"; known: list, level'],
    [['--peer', 'mysql'], '--peer: there is no "mysql"; known: mem, strapi4'],
    [['--varied', '--case', 'zone'], '--case: there is no "zone"; known: one, slug'],
    [['--varied', '--peer', 'mem'], '--varied asks nothing twice'],
    [['--varied', '--writes'], '--writes and --varied do not go together'],
    [['--nodes', '--database', 'sqlite'], '--nodes needs PostgreSQL'],
    [['--nodes', '--up-to', '4x2'], '--up-to is servers and replicas, from 1x0 to 3x2, not 4x2'],
    [['--up-to', '1x1'], '--up-to needs --nodes'],
    [['--database', 'mysql'], '--database is sqlite, postgres, both, not mysql'],
    [['--size', '1'], '--size is a whole number from 25, not 1'],
    [['--seconds', 'long'], '--seconds is a number above 0 and up to 600, not long'],
    [['--live', '--load'], '--live and --load do not go together'],
    [['--streams', '5'], '--streams needs --live'],
    [['--live', '--queries', '0'], '--queries is a whole number from 1, not 0'],
    [['--live', '--blame'], '--blame needs --load'],
    [['--fast'], "Unknown option '--fast'"],
  ])('%s ends with status 2 and says why', async (words, message) => {
    const failure = await bench(...words).catch((error: { code: number; stderr: string }) => error)
    expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })
})
