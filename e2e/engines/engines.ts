import { containers } from './containers.ts';
import { embedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { native } from './native.ts';

export type { Engine } from './engine.ts';

const all: readonly Engine[] = [embedded, native, containers];

/** Engines named in `ENGINES` (comma-separated); by default those without Docker. */
export const engines = (): readonly Engine[] => {
  const names = (process.env.ENGINES ?? 'embedded,native').split(',');
  return all.filter((engine) => names.includes(engine.name));
};

/**
 * Describes tests on each engine. Skips an engine that cannot run here, with the reason in the title.
 * @param what a promise or a subject, such as `conformance`
 */
export const onEngines = (what: string, define: (engine: Engine) => void, among = engines()): void => {
  for (const engine of among) {
    const lacking = engine.lacking();
    if (lacking !== undefined) {
      describe.skip(`${what} on ${engine.name}, skipped: ${lacking}`, () => define(engine));
      continue;
    }
    describe(`${what} on ${engine.name} (${engine.label()})`, () => {
      beforeAll(() => engine.open());
      afterAll(() => engine.close());
      define(engine);
    });
  }
};
