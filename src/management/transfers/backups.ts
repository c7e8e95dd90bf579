/** The backups that this server has made, in a folder of the project that is never served: made, listed and deleted here. */
import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type {
  BackupContent,
  BackupFacts,
  BackupList,
  ServerTask,
  StoredBackup,
} from '../../admin-api/settings/transfer-api.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput } from '../../input/check-input.ts'
import { PROJECT_PARTS, partPath } from '../../util/project-parts.ts'
import type { TransferContext } from './transfer-context.ts'

const FOLDER = 'backups'
/** More backups than the newest ones are not listed. */
const MOST_LISTED = 200
const MIN_PASSPHRASE = 12
const MAX_PASSPHRASE = 1000
/** What was not written to for so long was left by a process that was killed; in milliseconds. */
const LEFT_AFTER = 60 * 60 * 1000

const INPUT = z.strictObject({
  passphrase: z
    .string({ error: 'expected a string' })
    .min(MIN_PASSPHRASE, { error: `expected at least ${MIN_PASSPHRASE} characters` })
    .max(MAX_PASSPHRASE, { error: `expected at most ${MAX_PASSPHRASE} characters` })
    .nullable()
    .optional(),
})

export function backupFolder({ acts }: TransferContext): string {
  return partPath(acts.folder, 'data', FOLDER)
}

export async function listBackups(context: TransferContext): Promise<BackupList> {
  const { tasks, isShared } = context
  return {
    folder: `${PROJECT_PARTS.data.path}/${FOLDER}`,
    server: tasks.server,
    isShared,
    backups: await storedBackups(context),
    task: await tasks.find<BackupFacts>('backup'),
  }
}

export async function beginBackup(
  context: TransferContext,
  by: string,
  body: unknown,
): Promise<ServerTask<BackupFacts>> {
  const { passphrase = null } = checkInput(INPUT, body)
  const folder = backupFolder(context)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new PopulusError('storageUnavailable', { provider: folder }, { cause: error })
  })
  const { acts, tasks } = context
  return tasks.start<BackupFacts>('backup', {
    by,
    facts: { name: null, notes: [] },
    work: async task => {
      await removeLeft(folder, context.clock())
      const file = join(folder, await freeName(context, folder, passphrase !== null))
      try {
        const { notes } = await acts.backUp({ file, passphrase }, task)
        task.show({ name: basename(file), notes })
      } finally {
        await rm(partOf(file), { force: true })
      }
    },
  })
}

export async function deleteBackup(context: TransferContext, name: string): Promise<StoredBackup> {
  const found = await describe(context, checkBackupName(name))
  if (found === null) throw new PopulusError('notFound')
  await rm(join(backupFolder(context), name), { force: true })
  return found
}

/** A name directly in the folder. Refuses paths. */
export function checkBackupName(name: string): string {
  if (isBackupName(name)) return name
  throw badInput([
    { path: ['name'], message: 'expected the name of a backup, such as site-2026-05-01T09-30-00Z.tar.gz' },
  ])
}

function isBackupName(name: string): boolean {
  return /\.tar\.gz(\.age)?$/.test(name) && !/^\.|[/\\\0]/.test(name) && Buffer.byteLength(name) <= 255
}

async function storedBackups(context: TransferContext): Promise<readonly StoredBackup[]> {
  const names = (await entriesIn(backupFolder(context)))
    .filter(entry => entry.isFile() && isBackupName(entry.name))
    .map(({ name }) => name)
  const found: StoredBackup[] = []
  for (const name of names) {
    const backup = await describe(context, name)
    if (backup !== null) found.push(backup)
  }
  return found.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).slice(0, MOST_LISTED)
}

/** `null` if it is not there. */
async function describe(context: TransferContext, name: string): Promise<StoredBackup | null> {
  const file = join(backupFolder(context), name)
  const stats = await lstat(file).catch(() => undefined)
  if (!stats?.isFile()) return null
  const { size, mtimeMs, mtime } = stats
  const encrypted = name.endsWith('.age')
  const content = encrypted ? null : await contentOf(context, file, `${name} ${size} ${mtimeMs}`)
  return { name, size, createdAt: mtime.toISOString(), encrypted, content }
}

/** An archive does not change, so it is looked into once. */
async function contentOf({ acts, known }: TransferContext, file: string, key: string): Promise<BackupContent | null> {
  const before = known.get(key)
  if (before !== undefined) return before
  const content = await acts.describeBackup(file)
  if (known.size >= 2 * MOST_LISTED) known.clear()
  known.set(key, content)
  return content
}

/** Named by the time; nothing is ever replaced. */
async function freeName({ acts, clock }: TransferContext, folder: string, encrypted: boolean): Promise<string> {
  const taken = new Set((await entriesIn(folder)).map(({ name }) => name))
  for (let now = clock(); ; now += 1000) {
    const name = acts.backupName(new Date(now), encrypted)
    if (!taken.has(name)) return name
  }
}

const partOf = (file: string): string => `${file}.part`

async function removeLeft(folder: string, now: number): Promise<void> {
  for (const { name } of await entriesIn(folder)) {
    const path = join(folder, name)
    const stats =
      isBackupName(name.replace(/\.part$/, '')) && name.endsWith('.part') && (await lstat(path).catch(() => null))
    if (stats && now - stats.mtimeMs > LEFT_AFTER) await rm(path, { force: true })
  }
}

function entriesIn(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
