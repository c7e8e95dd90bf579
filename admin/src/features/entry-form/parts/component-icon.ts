/** The icons that schema files name for components, as Strapi v4 and its predecessors call them. */
import type { IconName } from '../../../ui/display/icon.tsx'

const NAMES = {
  bolt: ['flash', 'magic', 'rocket', 'cursor', 'hand-pointer', 'mouse-pointer', 'magnet', 'bullhorn'],
  calendar: ['calendar-alt', 'calendar-check'],
  clock: ['history'],
  code: ['command', 'terminal', 'connector'],
  columns: ['layout', 'dashboard'],
  copy: ['clone'],
  edit: ['pencil', 'pencil-alt', 'pen', 'feather', 'write', 'brush', 'paint', 'paintBrush'],
  external: ['share', 'share-alt', 'exit', 'external-link-alt', 'twitter'],
  file: ['filePdf', 'fileError', 'attachment', 'book', 'paperclip', 'file-alt', 'newspaper'],
  globe: ['earth', 'world', 'globe-americas'],
  grid: ['apps', 'th', 'th-large'],
  help: ['question', 'question-circle', 'information', 'info', 'info-circle'],
  home: ['house', 'store', 'building'],
  image: ['picture', 'landscape', 'slideshow', 'images', 'photo-video', 'camera'],
  layers: ['layer', 'layer-group', 'stack', 'archive'],
  mail: ['envelop', 'envelope', 'at', 'comment', 'comments', 'discuss', 'message', 'chat'],
  menu: ['text', 'align-left', 'align-center', 'align-right', 'paragraph', 'font'],
  link: ['paperPlane', 'chain', 'unlink'],
  list: ['bulletList', 'list-ul', 'list-ol', 'tasks', 'align-justify'],
  lock: ['shield', 'shield-alt', 'user-lock'],
  play: ['television', 'video', 'film', 'monitor', 'play-circle'],
  quote: ['quote-left', 'quote-right'],
  settings: ['cog', 'cogs', 'wrench'],
  heading: ['header', 'title'],
  sound: ['music', 'volumeUp', 'headphone', 'microphone'],
  star: ['crown', 'award', 'gift', 'lightbulb', 'trophy', 'heart', 'handHeart'],
  target: ['crosshairs', 'map-marker-alt'],
  user: ['users', 'user-circle', 'address-card', 'id-card', 'doctor', 'walk'],
} as const satisfies Partial<Record<IconName, readonly string[]>>

const OWN = [
  'bold',
  'crop',
  'download',
  'eye',
  'filter',
  'folder',
  'italic',
  'key',
  'moon',
  'search',
  'sun',
  'upload',
] as const

const KNOWN: ReadonlyMap<string, IconName> = new Map([
  ...OWN.map(name => [name, name] as const),
  ...Object.entries(NAMES).flatMap(([icon, names]) => [icon, ...names].map(name => [name, icon as IconName] as const)),
])

/** That of parts in general if the name means nothing here. */
export function componentIcon(name: string | null): IconName {
  return (name === null ? undefined : KNOWN.get(name)) ?? 'schema'
}
