/** Finds secrets that can be guessed: anyone who guesses one can sign tokens. */
import { StartError } from '../../errors.ts'
import type { Config } from '../config.ts'

const FEWEST_CHARACTERS = 16
const FEWEST_DIFFERENT = 8
const REMEDY = 'generate a new one: openssl rand -base64 32'

/** A new salt would end all API tokens. The tokens themselves are random, so a weak salt only causes a warning. */
const CHECKED = [
  { key: 'jwt', variable: 'JWT_SECRET', refused: true },
  { key: 'admin', variable: 'ADMIN_JWT_SECRET', refused: true },
  { key: 'apiTokenSalt', variable: 'API_TOKEN_SALT', refused: false },
] as const

/** In production they are refused with StartError, in development only noted. The secrets themselves are never shown. */
export function checkSecrets({ secrets, development }: Config, note: (line: string) => void): void {
  const weak = CHECKED.flatMap(({ key, variable, refused }) => {
    const problem = weakness(secrets[key])
    return problem === null ? [] : [{ refused: refused && !development, line: `${variable} ${problem}; ${REMEDY}` }]
  })
  const lines = weak.filter(({ refused }) => refused).map(({ line }) => line)
  if (lines.length > 0) throw new StartError('Secrets are too easy to guess', lines)
  for (const { line } of weak) note(line)
}

function weakness(secret: string | undefined): string | null {
  if (secret === undefined) return null
  if (secret.length < FEWEST_CHARACTERS) return `is shorter than ${FEWEST_CHARACTERS} characters`
  return new Set(secret).size < FEWEST_DIFFERENT ? `has fewer than ${FEWEST_DIFFERENT} different characters` : null
}
