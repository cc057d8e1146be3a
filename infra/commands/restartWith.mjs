/**
 * Begins this process again with options that Node reads only at the start; it keeps its id and its streams
 * (docs/adr/0075). Returns without a restart if one of the options was given already, on Windows, and for a process with
 * a channel of messages.
 * JavaScript, because Node would load its TypeScript parser in a process that ends at once.
 */
export const restartWith = (options, variables = {}) => {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const isGiven = options.some((option) => given.includes(option.split('=', 1)[0]));
  if (isGiven || process.platform === 'win32' || process.channel !== undefined) return;
  const all = [process.argv0, ...process.execArgv, ...options, ...process.argv.slice(1)];
  process.execve?.(process.execPath, all, { ...variables, ...process.env });
};
