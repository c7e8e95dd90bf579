import access from './access.json'
import webhooks from './webhooks.json'

export default { access, webhooks }
