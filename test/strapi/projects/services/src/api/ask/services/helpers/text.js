module.exports = text => `${text} from a file that Strapi does not load by itself`
