export { Palette } from './palette.tsx'
