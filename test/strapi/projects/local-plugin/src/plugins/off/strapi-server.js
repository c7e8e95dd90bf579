throw new Error('a plugin that is off was loaded')
