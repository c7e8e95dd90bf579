/** One address alone, without a name: mail headers would read several into other signs. */
export function isMailAddress(given: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()\\,;"]+$/.test(given)
}

export const EXPECTED_ADDRESS = { error: 'expected an e-mail address' }
