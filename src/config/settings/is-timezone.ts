/** Whether the running Node knows a time zone by this name. */
export function isTimezone(given: unknown): given is string {
  if (typeof given !== 'string') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: given })
    return true
  } catch {
    return false
  }
}
