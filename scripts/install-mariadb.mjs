// Makes sure that there is a MariaDB server for the tests that copy a MySQL database. They run one of their own and stop it.
import { pathToFileURL } from 'node:url'
import { fromDebian, hasProgram, installProgram } from './system-program.mjs'

const NAMES = ['mariadbd']
/** How systems install it. Debian's core packages start no service. */
const INSTALLERS = [
  ...fromDebian('mariadb-server-core', 'mariadb-client-core'),
  ['dnf', ['install', '-y', 'mariadb-server']],
  ['apk', ['add', 'mariadb']],
  ['brew', ['install', 'mariadb']],
]

/** Says so if there is none and none can be installed; the tests that need it then fail, and the others run. */
export function installMariadb() {
  if (hasProgram(NAMES)) return
  console.log('Installing MariaDB for the tests that copy a MySQL database (once) ...')
  if (installProgram(NAMES, INSTALLERS)) return
  console.error('There is no MariaDB: test/transfer/copy will fail. Install the server of your system.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) installMariadb()
