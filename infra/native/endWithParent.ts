/** Loaded before a process of the native site: stops the process when its starter is gone. */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
