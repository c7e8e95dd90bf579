'use strict'

/** What code adds to the filters of a request, by name. Some of it has no form in the text of a query. */
module.exports = {
  in: { id: { $in: [] } },
  notIn: { id: { $notIn: [] } },
  list: { id: [] },
  or: { $or: [] },
  and: { $and: [] },
  nested: { $or: [{ id: { $in: [] } }, { id: 1 }] },
  owner: { owner: { $or: [] } },
  role: { role: { $or: [] } },
  unset: { title: undefined },
  unsetId: { id: { $eq: undefined } },
  unsetIn: { id: { $in: [undefined] } },
  unsetName: { username: undefined },
}
