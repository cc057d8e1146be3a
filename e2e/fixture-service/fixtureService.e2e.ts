import { type ScratchRepository, scratchRepository } from './scratchRepository.ts';
import { signedOnEveryEngine } from './signedOnEngines.ts';

/** Specs of the service itself, and specs that check every service. */
const SPECS = [
  'services/guestbook',
  'libs/manifest',
  'libs/contracts',
  'infra/deployment',
  'infra/kubernetes',
  'infra/operators/erase/declarations',
  'infra/all-in-one/catalogues',
];
const JEST = ['node_modules/jest/bin/jest.js', '--silent', '--maxWorkers=1'];

let scratch: ScratchRepository;

/** Runs a command in the copy and expects exit status 0. */
const pass = (command: string, ...args: string[]): void => {
  const { status, output } = scratch.run(command, ...args);
  expect([args.at(-1), status, status === 0 ? '' : output]).toEqual([args.at(-1), 0, '']);
};

beforeAll(() => {
  scratch = scratchRepository();
  // commands that the page names for the step after writing the files
  pass('npm', 'install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit');
  pass('npm', 'run', '--silent', 'generate');
});
afterAll(() => scratch.remove());

describe('a service that is added as docs/adding-a-service.md describes', () => {
  it('takes at most five handwritten files outside its folder', () => {
    expect(scratch.byHand).toEqual([
      'docs/interface/guestbook.md',
      'infra/package.json',
      'libs/contracts/src/guestbook.ts',
      'libs/contracts/src/published.ts',
      'libs/manifest/src/manifest.ts',
    ]);
  });

  it('gets the other files from two commands', () => {
    const byHand = (path: string) => path.startsWith('services/guestbook/') || scratch.byHand.includes(path);
    expect(scratch.changed().filter((path) => !byHand(path))).toEqual([
      'CODEOWNERS',
      'docs/interface/errors.md',
      'docs/interface/openapi/ops-v1.json',
      'infra/docker/compose.yaml',
      'infra/docker/local/compose.yaml',
      'infra/kubernetes/base/jobs.yaml',
      'infra/kubernetes/base/kustomization.yaml',
      'infra/kubernetes/chart/templates/jobs.yaml',
      'infra/kubernetes/chart/templates/monitoring.yaml',
      'infra/kubernetes/chart/values.schema.json',
      'infra/kubernetes/chart/values.yaml',
      'infra/kubernetes/example/secrets.yaml',
      'infra/kubernetes/monitoring/monitoring.yaml',
      'libs/contracts/asyncapi.json',
      // every service may request keys of persons
      'libs/contracts/internal/every.read-person-keys.json',
      'libs/i18n/src/englishTexts.json',
      'package-lock.json',
      'docs/interface/openapi/guestbook-v1.json',
      'infra/kubernetes/base/guestbook.yaml',
      'infra/kubernetes/chart/templates/guestbook.yaml',
      'libs/contracts/schemas/guestbook.signed.v1.json',
    ]);
  });

  it.each(['lock', 'types', 'dependencies', 'citations'])('passes npm run check:%s', (check) =>
    pass('npm', 'run', '--silent', `check:${check}`),
  );

  it('passes its own specs and the specs that look at every service', () => pass(process.execPath, ...JEST, ...SPECS));
});

signedOnEveryEngine(() => scratch.folder);
