throw new Error('a file of Strapi 3 was loaded')
