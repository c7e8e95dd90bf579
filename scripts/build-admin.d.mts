/** True if it was built, false if it was up to date. */
export function buildAdmin(): Promise<boolean>
