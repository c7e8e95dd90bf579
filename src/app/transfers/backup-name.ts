import { basename } from 'node:path'
import type { Config } from '../../config/config.ts'

/** `blog-2026-05-01T09-30-00Z.tar.gz` */
export function backupName({ folder }: Pick<Config, 'folder'>, now: Date, encrypted: boolean): string {
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `${basename(folder)}-${time}.tar.gz${encrypted ? '.age' : ''}`
}
