module.exports = ({ strapi }) => {
  strapi.config.set('moments', [...strapi.config.get('moments', []), 'todo register'])
}
