// Runs inside the peer's own process: Strapi in the current folder, ended when whoever started it is gone.
process.on('disconnect', () => process.exit(0))

const createStrapi = require(require.resolve('@strapi/strapi', { paths: [process.cwd()] }))

createStrapi({ appDir: process.cwd(), distDir: process.cwd() }).start()
