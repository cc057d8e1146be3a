import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');

// jest puts another one in its place for each file
const { exit } = process;

// a worker ends with jest, also where a signal has ended jest in the middle of a file
const end = () => exit(1);
process.once('disconnect', end);
// a listener for the end of the connection keeps it open: none may be left once jest has told its worker to end
process.on('removeListener', (name) => {
  if (name === 'message' && process.listenerCount('message') === 0) process.off('disconnect', end);
});

/** Where jest keeps what hears of the tests of a file. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/** jest's own functions (`describe`, `it`, `expect`), anew for each file: they keep its tests. */
const loadAnew = (path) => {
  delete require.cache[path];
  delete globalThis[HANDLERS];
  return require(path);
};

/**
 * Runs a file's tests as jest does, but leaves modules to Node: it loads each once in a worker, whichever of the files
 * there ask for it. jest would load all of them again for every file.
 */
export default (globalConfig, config, environment, runtime, testPath, sendMessageToJest) => {
  runtime.requireInternalModule = loadAnew;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => import(pathToFileURL(path).href);
  globalThis.jest = runtime.requireModuleOrMock(testPath, '@jest/globals').jest;
  return circus(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
};
