import common from './common.json'
import errors from './errors.json'
import form from './form.json'
import history from './history.json'
import home from './home.json'
import list from './list.json'
import media from './media.json'
import releases from './releases.json'
import schedule from './schedule.json'
import session from './session.json'
import shell from './shell.json'

export default {
  common,
  errors,
  form,
  history,
  home,
  list,
  media,
  releases,
  schedule,
  session,
  shell,
}
