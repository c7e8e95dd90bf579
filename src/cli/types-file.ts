/** Where `populus types` writes if nothing else is asked for, relative to the project folder. */
export const TYPES_FILE = 'populus-types.d.ts'
