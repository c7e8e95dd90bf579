export function hostileUrl(number: number): string
