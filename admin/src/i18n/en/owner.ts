import access from './access.json'
import explorer from './explorer.json'
import insight from './insight.json'
import webhooks from './webhooks.json'

export default { access, explorer, insight, webhooks }
