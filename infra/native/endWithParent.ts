/** Loaded before a process of the native site: it stops in order when the one that started it is gone. */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
