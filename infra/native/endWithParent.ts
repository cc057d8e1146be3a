/** Loaded before a process of the native site: stops the process when its starter is gone. */
const stop = (): void => void process.kill(process.pid, 'SIGTERM');

if (process.connected) process.on('disconnect', stop);
else stop();
