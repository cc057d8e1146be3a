import { memoryEntries } from '@almanac/messaging';
import { translationErrors } from '../errors.ts';
import { pollEngine, runEngineWork } from './dueEngineWork.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

const TEN_MINUTES = 600_000;

describe('the polling of the engine', () => {
  let site: EngineSite;
  beforeEach(async () => {
    site = await startEngineSite();
  });
  afterEach(() => site.stop());

  it('asks about a job ten minutes after it was sent, and every ten, until it is done', async () => {
    const { id, number } = await site.made();
    const asked = new Map<number, number>();
    const tend = async () => {
      await pollEngine(site.served.translation, asked);
      return [...asked.keys()];
    };
    site.remote.said = () => ({ status: 1 });
    expect(await tend()).toEqual([]);
    site.served.advance(TEN_MINUTES);
    expect(await tend()).toEqual([number]);
    site.remote.said = () => ({ status: 6 });
    expect(await tend()).toEqual([number]);
    expect((await site.job(id)).revision?.remote.status).toBe('1');
    site.served.advance(TEN_MINUTES);
    await tend();
    expect((await site.job(id)).revision?.status).toBe(10);
    site.served.advance(TEN_MINUTES);
    expect(await tend()).toEqual([]);
  });

  it('waits for its next turn if the engine is late', async () => {
    await site.made();
    site.served.advance(TEN_MINUTES);
    site.remote.before = () => {
      throw translationErrors.remoteTimeout();
    };
    const { translation } = site.served;
    const [warned, ending] = [Promise.withResolvers<unknown[]>(), new AbortController()];
    const log = { ...translation.log, warn: (...said: unknown[]) => warned.resolve(said) };
    // The served service holds the lease, so this run has entries of its own.
    const working = runEngineWork({ ...translation, entries: memoryEntries(), log }, ending.signal);
    const said = await warned.promise;
    ending.abort();
    await working;
    expect(said).toEqual([{ code: 'i18n_remote_timeout' }, 'the engine does not answer']);
  });
});
