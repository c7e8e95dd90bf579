/**
 * Driver error -> entry of the error table. The driver's error stays as `cause` for the log; clients never see its
 * text.
 */
import { PopulusError } from '../errors.ts'

/** The database cannot be reached, is full, is shutting down, or has been locked by somebody else for too long. */
const UNAVAILABLE = new Set([
  // postgres.js
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // sockets
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL: shut-down, crash, start-up, deadlock, lock time-out, failing disk
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '40001',
  '40P01',
  '55P03',
  '58030',
])
/** By the start of the code. PostgreSQL: `08` connections, `53` out of disk, memory or connections. */
const UNAVAILABLE_CLASSES = [
  '08',
  '53',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOMEM',
]
/** Reads may still work. PostgreSQL by code; SQLite finds no room for the index of its log, or for what is written. */
const FULL = new Set(['53100', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'])
const READ_ONLY = /^(25006$|SQLITE_READONLY|EROFS$|EACCES$|EPERM$)/
const TOO_SLOW = new Set(['57014', 'SQLITE_INTERRUPT'])

const NOT_UNIQUE = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
/** A foreign key points to nothing: somebody else has deleted its entry in the meantime. */
const NOT_THERE = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])
/** PostgreSQL: an id for a column of 32 bits, in a database that Strapi or an older Populus has made. No row there has it. */
const TOO_LARGE = '22003'
const TOO_LARGE_TEXT = /^integer out of range$|out of range for type integer$/
/** Two transactions conflicted. The same work may well succeed when it runs again. */
const CONFLICTS = new Set(['40001', '40P01'])

/** The database's own limits on a statement: PostgreSQL by code, SQLite by the text of a plain error. */
const TOO_COMPLEX = new Set(['54000', '54001', '54011'])
const TOO_COMPLEX_TEXTS = [
  'Expression tree is too large',
  'parser stack overflow',
  'at most 64 tables in a join',
  'too many terms',
  'too many SQL variables',
  'LIKE or GLOB pattern too complex',
]

/** Somebody has to make room. A database that is read-only may be one that another server is about to replace. */
const RETRY_FULL_SECONDS = 60
const RETRY_READ_ONLY_SECONDS = 5

/** The error to throw instead of a driver's error. `statementTimeout` goes into the message of `tooSlow`. */
export function translateError(error: unknown, statementTimeout: number): PopulusError {
  if (error instanceof PopulusError) return error
  const code = errorCode(error)
  if (TOO_SLOW.has(code)) return new PopulusError('tooSlow', { limit: statementTimeout }, { cause: error })
  if (NOT_UNIQUE.has(code)) return new PopulusError('notUnique', {}, { cause: error })
  if (NOT_THERE.has(code)) return new PopulusError('relationGone', {}, { cause: error })
  if (code === TOO_LARGE && isTooLargeId(error)) return new PopulusError('notFound', {}, { cause: error })
  if (isTooComplex(code, error)) return new PopulusError('queryTooComplex', {}, { cause: error })
  if (FULL.has(code)) return new PopulusError('databaseFull', {}, { cause: error, retryAfter: RETRY_FULL_SECONDS })
  if (READ_ONLY.test(code))
    return new PopulusError('databaseReadOnly', {}, { cause: error, retryAfter: RETRY_READ_ONLY_SECONDS })
  if (isUnavailable(code)) return new PopulusError('unavailable', {}, { cause: error })
  return new PopulusError('internal', {}, { cause: error })
}

/** SQLite only: another connection holds the lock at the moment. */
export function isBusy(error: unknown): boolean {
  return errorCode(error instanceof PopulusError ? error.cause : error).startsWith('SQLITE_BUSY')
}

/** PostgreSQL only: the transaction was the victim of another one. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(errorCode(error instanceof PopulusError ? error.cause : error))
}

function isTooComplex(code: string, error: unknown): boolean {
  if (code !== 'SQLITE_ERROR') return TOO_COMPLEX.has(code)
  const text = error instanceof Error ? error.message : ''
  return TOO_COMPLEX_TEXTS.some(beginning => text.startsWith(beginning))
}

function isTooLargeId(error: unknown): boolean {
  return error instanceof Error && TOO_LARGE_TEXT.test(error.message)
}

function isUnavailable(code: string): boolean {
  return UNAVAILABLE.has(code) || UNAVAILABLE_CLASSES.some(prefix => code.startsWith(prefix))
}

function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
