/**
 * A process that reads for a server, started by `reader.ts`. A slow read here blocks no other request, and can be ended
 * in the middle of a statement. The arguments are the JSON of the connection's options and the process id of the server.
 */
import type { Row } from '../../sql/statement.ts'
import { endWithParent } from '../../util/process/end-with-parent.ts'
import type { ReaderAnswer, ReaderRequest, ReaderStatement } from './reader-messages.ts'
import { measure } from './slow-reads.ts'
import { openSqliteConnection, type SqliteConnection, type SqliteConnectionOptions } from './sqlite-connection.ts'

const options = JSON.parse(process.argv[2]!) as SqliteConnectionOptions
let opened: SqliteConnection | undefined

function connection(): SqliteConnection {
  opened ??= openSqliteConnection(options)
  return opened
}

function run(text: string): void {
  connection().run({ text, values: [] })
}

const asOneRow = (count: number, packed: Buffer | null): readonly Row[] => [[count, packed]]

function runStatement({ text, values, packed }: ReaderStatement): readonly Row[] {
  return connection().run(packed ? { text, values, unpack: asOneRow } : { text, values })
}

function answer(request: Extract<ReaderRequest, { kind: 'level' }>): ReaderAnswer {
  try {
    if (request.begin) run('begin')
    const measured = measure()
    const rows = request.statements.map(runStatement)
    return { rows, took: measured() }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    return { error: { code, message } }
  }
}

function end(): void {
  try {
    if (opened?.inTransaction) run('rollback')
  } catch {
    // A connection that cannot even do this is useless.
    process.exit(1)
  }
}

process.on('message', (request: ReaderRequest) => {
  if (request.kind === 'end') end()
  else process.send!(answer(request))
})
endWithParent(Number(process.argv[3]))
