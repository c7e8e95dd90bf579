/** Requests that once ended with a 5xx. They are sent before the random ones, on both databases. */
import type { FuzzRequest } from './requests.ts'

export const FOUND: readonly FuzzRequest[] = []
