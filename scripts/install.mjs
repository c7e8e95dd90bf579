// Installs all dependencies, if they are missing. Import it before anything that needs them.
import { install } from './install-packages.mjs'

install()
