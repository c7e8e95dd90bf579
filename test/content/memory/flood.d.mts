export interface FloodInput {
  readonly address: string
  readonly pid: number
  readonly count: number
  readonly from?: number
  readonly url?: (number: number) => string
}

export interface FloodResult {
  readonly statuses: Readonly<Record<string, number>>
  readonly peak: number
  readonly now: number
}

export function flood(input: FloodInput): Promise<FloodResult>
