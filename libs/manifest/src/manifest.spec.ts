import { manifestFaults } from './faults.ts';
import { manifest } from './manifest.ts';
import { hasPages, namespaceOwners, ownerOfId, pageOwner } from './owners.ts';
import type { Manifest } from './schema.ts';
import { serviceNames, serviceNumbers } from './services.ts';

const copy = (): Manifest => structuredClone(manifest) as Manifest;

describe('the manifest', () => {
  it('has no faults', () => expect(manifestFaults(manifest)).toEqual([]));

  it('names core first, since the others ask it', () => expect(serviceNames[0]).toBe('core'));

  it('keeps its numbers forever, since ids name their service by them', () => {
    expect(serviceNumbers).toMatchObject({ core: 0, calendar: 1, redirection: 2, translation: 3, misc: 4 });
    expect([1, 1_000, 1_001, 4_001, 7_001, 8_001].map(ownerOfId)).toEqual([
      'core',
      'core',
      'calendar',
      'misc',
      undefined,
      'core',
    ]);
  });
});

describe('the owners of addresses', () => {
  it('are known for namespaces, in the order of the site index', () => {
    expect([...namespaceOwners].slice(0, 2)).toEqual([
      ['oembed/1.0', 'misc'],
      ['i18n/v1', 'translation'],
    ]);
  });

  it('are found for pages by the first segment, and core owns all others', () => {
    expect(['events', 'venue', 'a-post', '', 'constructor', '__proto__'].map(pageOwner)).toEqual([
      'calendar',
      'calendar',
      'core',
      'core',
      'core',
      'core',
    ]);
    expect((['core', 'calendar', 'misc', 'translation'] as const).map(hasPages)).toEqual([true, true, false, false]);
  });
});

describe('a fault of the manifest', () => {
  const cases: readonly [what: string, change: (given: Manifest) => void, fault: string][] = [
    ['a number twice', (given) => Object.assign(given.reserved, { other: 0 }), 'the number 0 is given twice'],
    ['a service that is reserved too', (given) => Object.assign(given.reserved, { misc: 7 }), 'misc is there, and'],
    ['a namespace of nobody', (given) => Object.assign(given.namespaces, { 'a/v1': 'nobody' }), 'a/v1 belongs to'],
    ['a namespace in capitals', (given) => Object.assign(given.namespaces, { 'A/v1': 'core' }), 'namespaces.A/v1'],
    ['routes of nobody', (given) => Object.assign(given.routes, { 'core/v2/x': 'nobody' }), 'core/v2/x belongs to'],
    ['routes of no namespace', (given) => Object.assign(given.routes, { 'a/v1/x': 'core' }), 'a/v1/x is in no'],
    ['pages of two', (given) => Object.assign(given.services.misc!, { pages: ['venue'] }), 'pages below /venue/'],
    ['other pages of two', (given) => Object.assign(given.services.misc!, { pages: 'others' }), 'one service shows'],
    ['another’s subscription', (given) => subscribe(given, 'core.copies', 'core'), 'core.copies does not begin'],
    ['a subscription to nobody', (given) => subscribe(given, 'misc.own', 'reader'), 'misc.own takes events of reader'],
    ['a member that nobody reads', (given) => Object.assign(given.services.misc!, { color: 'red' }), 'services.misc'],
  ];

  const subscribe = (given: Manifest, name: string, source: string) =>
    Object.assign(given.services.misc!.subscriptions, { [name]: { sources: [source] } });

  it.each(cases)('is named: %s', (_what, change, fault) => {
    const given = copy();
    change(given);
    expect(manifestFaults(given)).toEqual([expect.stringContaining(fault)]);
  });
});
