import { flushCompileCache } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Specs run among the globals of their process, so that they and the modules they share have the same `Error` and `Array`. */
export default class Process {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #before = { console, exit: process.exit };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    // jest puts its own in their places for each file
    globalThis.console = this.#before.console;
    process.exit = this.#before.exit;
    // jest may end a worker by a signal, which would lose the code that it compiled
    flushCompileCache();
  }

  getVmContext() {
    return null;
  }
}
