/** Bundles the programs of `src` into dist, and removes what an earlier build has left there. */
export function buildServer(): Promise<void>
