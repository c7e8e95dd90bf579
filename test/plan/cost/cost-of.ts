/** What the server estimates. */
import type { App } from '../../../src/app.ts'

export interface Asked {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The figure that a server with `limits.cost` 1 names when it refuses; `undefined` for what it refuses anyway. */
export async function costOf(judge: App, { url, headers = {} }: Asked): Promise<number | undefined> {
  const { payload } = await judge.inject({ method: 'GET', url, headers })
  const [, figure] = /would cost (\d+) points/.exec(payload) ?? []
  return figure === undefined ? undefined : Number(figure)
}

export interface Priced extends Asked {
  readonly cost: number
}

/** The dearest of all, and how many have a figure. */
export async function dearestOf(
  judge: App,
  all: readonly Asked[],
): Promise<{ readonly dearest: Priced; readonly count: number }> {
  const priced: Priced[] = []
  for (const asked of all) {
    const cost = await costOf(judge, asked)
    if (cost !== undefined) priced.push({ ...asked, cost })
  }
  return { dearest: priced.reduce((a, b) => (b.cost > a.cost ? b : a)), count: priced.length }
}
