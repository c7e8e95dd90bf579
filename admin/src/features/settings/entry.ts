export { hasSettings, mayOpen, openPlaces, SETTINGS_PLACES, type SettingsPlace } from './settings-places.ts'
export { parseUserSearch } from './users/user-search.ts'
