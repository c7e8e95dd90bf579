/** The types of API tokens, as Strapi has them. */
import type { TextKey } from '../../../i18n/texts.ts'

export const TOKEN_TYPES = ['read-only', 'full-access', 'custom'] as const

const KEYS: Readonly<Record<string, TextKey>> = {
  'read-only': 'access.readOnly',
  'full-access': 'access.fullAccess',
  custom: 'access.custom',
}

export function typeKey(type: string): TextKey {
  return KEYS[type] ?? 'access.custom'
}

/** In days, as Strapi offers them; the empty text is a token without an end. */
export const LIFESPANS = ['7', '30', '90', ''] as const
export const USUAL_LIFESPAN: (typeof LIFESPANS)[number] = '30'
