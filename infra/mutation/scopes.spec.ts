import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canRun, scopes } from './scopes.mjs';

const root = join(import.meta.dirname, '../..');

describe('the scopes of mutation', () => {
  it.each(Object.entries(scopes))('match files to mutate and specs for them: %s', (_, scope) => {
    const { mutate, specs } = scope();
    expect([mutate.length > 0, specs.length > 0]).toEqual([true, true]);
  });

  it('include every decision of every service in the scope of write sides', () => {
    const mutated = new Set(scopes.write().mutate);
    const deciding = globSync('services/*/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.(spec|contract)\.ts$/.test(file) && /: Decider</.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(deciding.length).toBeGreaterThan(10);
    expect(deciding.filter((file) => !mutated.has(file))).toEqual([]);
  });
});

describe('a spec in a mutation run', () => {
  it.each([
    ['of its own workspace', 'services/core/src/posts/post.spec.ts', 'services/core/src/terms/term.ts', true],
    ['that it depends on', 'services/core/src/posts/post.spec.ts', 'libs/content-model/src/publication/slug.ts', true],
    ['that only what it depends on does', 'services/misc/src/alone.spec.ts', 'libs/event-store/src/errors.ts', true],
    ['of another service', 'services/core/src/posts/post.spec.ts', 'services/calendar/src/app.ts', false],
    ['that depends on its own', 'libs/identity/src/rights.spec.ts', 'services/core/src/app.ts', false],
  ])('is asked about a file %s, or not: %#', (_, spec, file, asked) => {
    expect(canRun(spec, file)).toBe(asked);
  });
});
