export interface WriteStep {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  readonly path: string
  readonly body?: unknown
  readonly as?: 'full' | 'read' | null
}
export const SEQUENCE: readonly WriteStep[]
