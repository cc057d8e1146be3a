import { internalContracts, restoredAt } from '@almanac/contracts';
import { knownServices } from '../operators/serviceData.ts';
import { askersInCode, sourcesOf } from './askers.ts';

/** Services that send a question only in the release before: the contract answers them during an upgrade. */
const FORMER_ASKERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['every.read-record-history', ['core']],
  ['core.ensure-tags', ['core']],
]);

describe('internal questions between processes', () => {
  const inCode = askersInCode();

  it.each(internalContracts.map(({ name, askedBy }) => [name, askedBy] as const))(
    'declare for %s all services that send it',
    (name, askedBy) => {
      const asking = [...(inCode.get(name) ?? []), ...(FORMER_ASKERS.get(name) ?? [])];
      expect([...askedBy].sort()).toEqual(asking.sort());
    },
  );

  it('are sent by contracts, except if an answer is passed on unchanged', () => {
    const files = ['gateway', 'infra', 'libs', 'services'].flatMap(sourcesOf);
    const direct = files.filter(({ code }) => /\bfetchInternal\(/.test(code)).map(({ path }) => path);
    expect(direct.sort()).toEqual([
      'gateway/src/answers/remoteSources.ts',
      'gateway/src/redirects/places.ts',
      'infra/all-in-one/internalClient.ts',
      'libs/service/src/askInternal.ts',
      'libs/service/src/fetchEmbedded.ts',
      'services/calendar/src/imports/batchPictures.ts',
      'services/misc/src/ops/maintenance/restoreRecord.ts',
    ]);
  });

  it('restore records through the contracts that their registrations name', () => {
    const routes = knownServices.flatMap(({ registrations }) =>
      registrations.flatMap(({ written: { route, method = 'POST' } = {} }) =>
        route === undefined ? [] : [`${method} ${route}`],
      ),
    );
    const restored = restoredAt.map(({ method, path }) => `${method} ${path}`);
    expect(restored.sort()).toEqual([...new Set(routes)].sort());
  });
});
