import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopes } from './scopes.mjs';

const root = join(import.meta.dirname, '../..');

describe('the scopes of mutation', () => {
  it.each(Object.entries(scopes))('%s has files to mutate and specs that see them', (_, scope) => {
    const { mutate, specs } = scope();
    expect([mutate.length > 0, specs.length > 0]).toEqual([true, true]);
  });

  it('have every decision of every service in the scope of write sides', () => {
    const mutated = new Set(scopes.write().mutate);
    const deciding = globSync('services/*/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.(spec|contract)\.ts$/.test(file) && /: Decider</.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(deciding.length).toBeGreaterThan(10);
    expect(deciding.filter((file) => !mutated.has(file))).toEqual([]);
  });
});
