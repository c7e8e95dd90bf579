export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export function answersOf(
  requests: readonly unknown[],
  send: (request: SentRequest) => Promise<Received>,
): Promise<readonly unknown[]>
