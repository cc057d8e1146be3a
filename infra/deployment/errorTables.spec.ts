import { globSync, readFileSync } from 'node:fs';
import { errorPage, errorTables } from './errorTables.ts';

const root = new URL('../../', import.meta.url);

/** Sources that may call the constructor of DomainError; all others throw errors of their catalogue. */
const ALLOWED = [
  // creates the errors of all catalogues
  'libs/i18n/src/errorCatalogue.ts',
  // passes on the refusal of another service
  'libs/service/src/askInternal.ts',
  // passes on the refusal of an owner and of a delivery
  'services/translation/src/errors.ts',
  'services/translation/src/outside/receiveRoute.ts',
];

describe('The page of errors', () => {
  it('has the errors of every service and library with a catalogue', async () => {
    const parts = (await errorTables()).map(({ part }) => part);
    expect(parts).toEqual(
      expect.arrayContaining(['gateway', 'libs/rest', 'services/core', 'services/calendar', 'services/translation']),
    );
  });

  it('shows a remedy for each error, in one sentence', async () => {
    const errors = (await errorTables()).flatMap((table) => table.errors);
    for (const { code, remedy } of errors) expect([code, remedy]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  it('escapes the separator of cells', () => {
    const error = { code: 'a', status: 400, message: 'One | two.', remedy: 'Choose one.' };
    expect(errorPage([{ part: 'libs/a', errors: [error] }])).toContain('| `a` | 400 | One \\| two. | Choose one. |');
  });
});

describe('A catalogue of errors', () => {
  it('creates every DomainError', () => {
    const sources = globSync('{gateway,infra,libs/*,services/*}/**/*.ts', {
      cwd: root,
      exclude: (path) => path.includes('node_modules') || /\.(?:spec|contract)\.ts$/.test(path),
    });
    const creating = sources.filter((path) => readFileSync(new URL(path, root), 'utf8').includes('new DomainError('));
    expect(creating.filter((path) => !ALLOWED.includes(path))).toEqual([]);
  });
});
