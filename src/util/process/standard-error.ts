/** Standard error, for a log. If it is a file on a full disk, lines are lost until there is room, and the process goes on. */
import { fstatSync, writeSync } from 'node:fs'

interface LineStream {
  write(line: string): void
}

const DESCRIPTOR = 2

/** Node's own stream for a file ends with the first line that does not fit. */
export function standardError(): LineStream {
  return isFile() ? { write: writeLine } : process.stderr
}

function isFile(): boolean {
  try {
    return fstatSync(DESCRIPTOR).isFile()
  } catch {
    return false
  }
}

function writeLine(line: string): void {
  try {
    writeSync(DESCRIPTOR, line)
  } catch {}
}
