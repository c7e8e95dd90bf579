/** The files of an input, which is emptied so that the same file can be chosen again. */
export function pickedFiles(input: HTMLInputElement): readonly File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
