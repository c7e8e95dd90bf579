module.exports = {
  beforeCreate(event) {
    event.params.data.stamp = `made of ${event.params.data.name}`
  },
}
