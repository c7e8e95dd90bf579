/** The kinds of files that a media attribute may accept. */
export const MEDIA_KINDS: readonly string[] = ['images', 'videos', 'files', 'audios']
