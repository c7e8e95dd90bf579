/** What other features use of the media library. Import it lazily: it is not part of their pages. */
export { FileDetails } from './file/file-dialog.tsx'
export { MediaPicker, type MediaPickerProps } from './picker/media-picker.tsx'
