/** Network errors hide why they came: `fetch failed`. */
export function deepestReason(error: Error): string {
  return error.cause instanceof Error ? deepestReason(error.cause) : error.message.slice(0, MOST_SAID)
}

const MOST_SAID = 300
