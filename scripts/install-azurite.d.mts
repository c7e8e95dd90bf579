/** The file that starts Azurite's service for blobs. Installs it the first time. */
export function azuriteProgram(): string
