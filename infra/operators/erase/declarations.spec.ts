import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { integrationEvents, personalEvents } from '@almanac/contracts';
import { serviceEntry } from '@almanac/manifest';
import { type ErasureDeclaration, sharedErasure } from '@almanac/service';
import { knownServices } from '../serviceData.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The kinds that callers pass, for files in which the kind of an entry is a parameter. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'libs/rest/src/idempotencyClaim.ts': [],
  'libs/secrets/src/secrets.ts': ['person-key'],
  'libs/service/src/process/serviceMetrics.ts': [],
  'services/core/src/accounts/users/privateHashes.ts': ['account-password', 'application-password'],
  'services/translation/src/locks.ts': ['engine-lock', 'mo-import'],
};

const WRITES = /\bentries\??\.(?:insert|insertAll|put|putAll)(?:<[^(]*>)?\(\s*([^\s,)]+)/gi;

/** Returns the kinds of entries that a file writes; `?` and the argument for an unknown kind. */
const kindsIn = (file: string): readonly string[] => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return [...text.matchAll(WRITES)].flatMap(([, argument = '']) => {
    const literal = /^'(.+)'$/.exec(argument) ?? new RegExp(`^(?:export )?const ${argument} = '(.+)'`, 'm').exec(text);
    return literal?.[1] ?? GIVEN[file] ?? `? ${argument} in ${file}`;
  });
};

const kindsBelow = (folder: string): string[] => {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] });
  const ofCode = files.filter((file) => !/\.(spec|contract)\.ts$|\/(testing|sqlite|mongodb)\//.test(file));
  return [...new Set(ofCode.flatMap(kindsIn))].sort();
};

const all = ({ categories, collections, entries, topic }: ErasureDeclaration) => [
  ...Object.entries({ ...categories, ...collections, ...entries }),
  ['its topic', topic] as const,
];

describe.each(knownServices.map((service) => [service.name, service] as const))(
  'the declared erasure of %s',
  (name, { erasure, registrations, collections }) => {
    const shared = Object.keys(sharedErasure.collections);

    it('covers each category of streams, and redacts those that declare how', () => {
      expect(Object.keys(erasure.categories).sort()).toEqual(
        registrations.map((each) => each.aggregate.category).sort(),
      );
      for (const { aggregate, erasure: how } of registrations) {
        const { does } = erasure.categories[aggregate.category]!;
        expect([aggregate.category, does]).toEqual([aggregate.category, how === undefined ? 'nothing' : 'redacts']);
      }
    });

    it('covers each collection of documents, and rebuilds those of redacted streams', () => {
      const names = new Set(collections.map((each) => each.name).filter((each) => !shared.includes(each)));
      expect(Object.keys(erasure.collections).sort()).toEqual([...names].sort());
      const anew = registrations.filter((each) => each.erasure).map((each) => each.collection.name);
      const declared = Object.entries(erasure.collections).filter(([, { does }]) => does === 'folds again');
      expect(declared.map(([each]) => each).sort()).toEqual(anew.sort());
    });

    it('covers each kind of entries', () => {
      expect(Object.keys(erasure.entries).sort()).toEqual(kindsBelow(`services/${name}`));
    });

    it('has reasons, and takes existing events', () => {
      const sources = Object.values(serviceEntry(name).subscriptions).flatMap((each) => each.sources);
      for (const [store, given] of all(erasure)) {
        if (given.does === 'nothing') expect([store, given.because.length > 10]).toEqual([store, true]);
        if (given.does !== 'tells') continue;
        expect(sources).toContain(integrationEvents.get(given.event)?.service);
        const code = globSync(`services/${name}/src/**/*.ts`, { cwd: root }).map((file) =>
          readFileSync(root + file, 'utf8'),
        );
        expect(code.some((text) => /Erased\.is\(/.test(text))).toBe(true);
      }
    });
  },
);

describe('the declarations of an erasure', () => {
  it('seal topics with personal members, and no others', () => {
    const telling = new Set(personalEvents.map(({ service }) => service));
    for (const { name, erasure } of knownServices)
      expect([name, erasure.topic.does]).toEqual([name, telling.has(name) ? 'loses its key' : 'nothing']);
  });

  it('cover the records that libraries keep in every service', () => {
    expect(Object.keys(sharedErasure.entries).sort()).toEqual(kindsBelow('libs'));
  });
});
