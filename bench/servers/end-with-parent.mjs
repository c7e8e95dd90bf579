/** Preloaded into a server so that it never outlives the benchmark. */
process.on('disconnect', () => process.exit(0))
process.channel?.unref()
