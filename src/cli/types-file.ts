import { partPath } from '../util/project-parts.ts'

/** Where `populus types` writes if nothing else is asked for. */
export const typesFile = (folder: string): string => partPath(folder, 'generatedTypes')
