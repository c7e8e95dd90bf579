// Holds a lock on a SQLite file for a while, as another program would. Arguments: FILE MILLISECONDS STATEMENT...
import Sqlite from 'better-sqlite3'

const [filename, milliseconds, ...statements] = process.argv.slice(2)
const file = new Sqlite(filename, { timeout: 5000 })
for (const statement of statements) file.exec(statement)
process.stdout.write('locked\n')
setTimeout(() => {
  file.exec('commit')
  file.close()
}, Number(milliseconds))
