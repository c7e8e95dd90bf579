/** A MariaDB server of the system for one test file, in a temporary folder. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { runMariadb } from '../../../scripts/mariadb.mjs'
import { cleanUp } from '../clean-up.ts'

export interface MariadbServer {
  /** A new database with the content of a dump. Returns its address. */
  load(name: string, dump: string): Promise<string>
  /** Runs statements outside the code under test. */
  run(database: string, ...statements: string[]): Promise<readonly unknown[]>
}

/** Stops after the test file. */
export async function startMariadb(): Promise<MariadbServer> {
  const { socketPath, connect, stop } = await runMariadb()
  cleanUp(stop)
  return {
    async load(name, dump) {
      const admin = await connect()
      await admin.query(`create database \`${name}\` character set utf8mb4`)
      await admin.query(`use \`${name}\``)
      await admin.query(gunzipSync(readFileSync(dump)).toString('utf8'))
      await admin.end()
      return `mysql://root@localhost/${name}?socketPath=${encodeURIComponent(socketPath)}`
    },
    async run(database, ...statements) {
      const connection = await connect(database)
      let rows: readonly unknown[] = []
      for (const statement of statements)
        [rows] = (await connection.query(statement)) as unknown as [readonly unknown[]]
      await connection.end()
      return rows
    },
  }
}
