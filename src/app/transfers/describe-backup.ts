/** What is in a backup. Only who looks at backups pays for the packages that read them. */
import type { BackupContent } from '../../admin-api/settings/transfer-api.ts'
import { readArchive } from '../../transfer/archive/read-archive.ts'
import { parseManifest } from '../../transfer/backup/manifest.ts'

/** The manifest comes first, so little is read. */
export async function describeBackup(file: string): Promise<BackupContent | null> {
  const passphrase = async () => Promise.reject(new Error('nobody knows the passphrase here'))
  try {
    for await (const entry of readArchive({ file, passphrase })) {
      const { populus, database, tables, uploads, secrets } = parseManifest(entry.name, await entry.text())
      return {
        version: populus,
        database: database.client,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        tables: tables.length,
        files: uploads.files,
        secrets: secrets.length > 0,
      }
    }
  } catch {
    // Whatever is in the folder and is no backup.
  }
  return null
}
