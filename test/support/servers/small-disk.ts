/** A file system of its own, so small that a test can fill it. Mounting one takes rights that not everybody has. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../databases.ts'

export interface SmallDisk {
  readonly folder: string
  /** Leaves room for so many bytes. */
  fill(left: number): void
  /** Makes room again. */
  empty(): void
  /** Allows writing, or forbids it. */
  remount(how: 'rw' | 'ro'): void
  unmount(): void
}

/** `undefined` where nothing can be mounted. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = join(temporaryFolder(), 'disk')
  const filler = join(folder, 'filler')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return {
    folder,
    fill: left => {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    empty: () => rmSync(filler, { force: true }),
    remount: how => void execFileSync('mount', ['-o', `remount,${how}`, folder]),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  }
}

/** For the name of a test that is skipped. */
export const NO_MOUNT = 'skipped: this user may not mount a file system'
