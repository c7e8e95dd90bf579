/** Makes a base for images of projects; false if it cannot be made here. */
export function hasNodeImage(name: string): boolean
