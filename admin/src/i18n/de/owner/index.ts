import access from './access.json'
import builder from './builder.json'
import explorer from './explorer.json'
import insight from './insight.json'
import mail from './mail.json'
import schema from './schema.json'
import server from './server.json'
import settings from './settings.json'
import webhooks from './webhooks.json'

export default { access, builder, explorer, insight, mail, schema, server, settings, webhooks }
