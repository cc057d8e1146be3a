import { createEffects, FinalRefusalError, type WantedEffect } from '@almanac/effects';
import { silentLog } from '@almanac/service';
import { deadLettersCommand } from './deadLetters.ts';
import { givenUpCommand } from './givenUp.ts';
import { lagCommand } from './lag.ts';
import { folderForSpec, heard, openEmptyData } from './operatorSite.contract.ts';
import type { ServiceData } from './serviceData.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('outside effects that failed', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let misc: ServiceData;
  beforeEach(async () => {
    folder = await folderForSpec();
    misc = await openEmptyData(folder.data, 'misc');
  });
  afterEach(async () => {
    await misc.close();
    await folder.remove();
  });

  const doneAll = async (wanted: readonly WantedEffect[]): Promise<void> => {
    const tried = Promise.withResolvers<void>();
    const { store, entries } = misc;
    const effects = createEffects({ service: 'misc', store, entries, now: () => new Date(), log: silentLog });
    const refuse = async (): Promise<void> => {
      throw new FinalRefusalError('no such address');
    };
    const last = { type: 'last', receiver: 'mail', key: 'last', data: {} };
    const handlers = { mail: { handle: refuse }, last: { handle: async () => tried.resolve() } };
    const meta = { id: 'spec', at, principal: 'system', language: 'en', correlation: 'c', causation: 'c' } as const;
    await store.append({ events: [{ stream: 'spec-1', version: 1, type: 'Spec', data: {} }], meta });
    effects.run({ name: 'misc.effects', wants: () => [...wanted, last], handlers, concurrency: 1 });
    await tried.promise;
    await effects.close();
  };
  const mail = { type: 'mail', receiver: 'mail', key: 'session-7', data: {} };

  it('are listed when they were given up', async () => {
    const nothing = heard(folder.data);
    expect(await givenUpCommand.run([], nothing)).toBe(true);
    expect(nothing.lines).toEqual(['No outside effects were given up.']);
    await doneAll([{ ...mail, until: '2100-01-01T00:00:00Z' }]);
    const some = heard(folder.data);
    expect(await givenUpCommand.run(['misc'], some)).toBe(false);
    expect(some.lines).toEqual([
      expect.stringContaining(`misc.effects  mail  mail/session-7  wanted ${at}, given up 2`),
    ]);
    expect(some.results).toEqual([expect.objectContaining({ receiver: 'mail', key: 'session-7', tries: 1 })]);
    expect(some.lines[0]).toContain('(tries: 1): FinalRefusalError: no such address');
  });

  it('are dead letters otherwise, and their reader has a lag', async () => {
    await doneAll([mail]);
    const letters = heard(folder.data);
    expect(await deadLettersCommand.run([], letters)).toBe(false);
    expect(letters.lines[0]).toBe('misc.effects: 1 waiting');
    expect(letters.lines[1]).toContain('mail/session-7  mail  misc 1/0');
    const lag = heard(folder.data);
    expect(await lagCommand.run([], lag)).toBe(true);
    expect(lag.lines).toContain('misc.effects of misc: 0 commits behind');
  });
});
