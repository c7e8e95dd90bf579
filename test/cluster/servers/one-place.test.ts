/** What cannot work on several machines is refused at the start. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { noteProject } from './note-project.ts'

const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

function start(folder: string, database: string, env: Readonly<Record<string, string>> = {}): Running {
  const server = startPopulus(['start', folder, '--port', '0', '--database', database], env)
  running.push(server)
  return server
}

/** As on another machine: the same project, and the same secrets. */
function copyOf(folder: string): string {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(folder, copy, { recursive: true, filter: path => !path.includes('uploads') })
  return copy
}

test('PostgreSQL: uploads in another folder than those of the other servers', async () => {
  const { url } = await freshDatabase('postgres')
  const folder = await noteProject(1)
  const first = start(folder, url)
  await addressOf(first)
  // On the same folder, as with workers or on a shared disk.
  await addressOf(start(folder, url))
  const copy = copyOf(folder)
  const refused = await start(copy, url).finished
  expect(refused.code).toBe(1)
  expect(refused.error).toBe(
    `Another server on this database keeps uploaded files in another folder than ${join(copy, 'public/uploads')}
  - each of them would miss the files that the other one has got
  - keep files in S3 (media.provider: aws-s3), or give all servers the same folder, on a disk that they share
  - if nobody uploads files, set media.provider to none
`,
  )
  expect(readdirSync(join(copy, 'public/uploads'))).toEqual(['.populus-folder'])
  await addressOf(start(copy, url, { MEDIA_PROVIDER: 'none' }))
  rmSync(join(copy, 'public'), { recursive: true })
  mkdirSync(join(copy, 'public'))
  symlinkSync(join(folder, 'public/uploads'), join(copy, 'public/uploads'))
  await addressOf(start(copy, url))
  // Once the others have gone, it is the first one.
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
  await addressOf(start(copyOf(folder), url))
})

test('SQLite: a file that a server on another machine has open', async () => {
  const folder = await noteProject(1)
  const file = join(temporaryFolder(), 'content.db')
  const first = start(folder, `sqlite:${file}`)
  await addressOf(first)
  const place = join(file, '..', 'content.populus.machine')
  expect(existsSync(place)).toBe(true)
  await addressOf(start(folder, `sqlite:${file}`))
  // As if they were elsewhere.
  const { boot } = JSON.parse(readFileSync(place, 'utf8')) as { boot: string }
  writeFileSync(place, JSON.stringify({ name: 'east', boot: `${boot}-other` }))
  const refused = await start(folder, `sqlite:${file}`).finished
  expect(refused.code).toBe(1)
  expect(refused.error).toContain(`A server on another machine, east, already serves ${file}
  - SQLite keeps what servers share in the memory of one machine`)
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
  await addressOf(start(folder, `sqlite:${file}`))
})
