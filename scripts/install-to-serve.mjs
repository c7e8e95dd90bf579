// Installs the dependencies that it takes to build and serve, if they are missing. Import it before anything that needs them.
import { install } from './install-packages.mjs'

install({ toServe: true })
