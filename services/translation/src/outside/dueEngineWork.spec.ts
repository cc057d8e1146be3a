import { tendEngine } from './dueEngineWork.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

const TEN_MINUTES = 600_000;

describe('tending the engine', () => {
  let site: EngineSite;
  beforeEach(async () => {
    site = await startEngineSite();
  });
  afterEach(() => site.stop());

  it('asks about a job ten minutes after it was sent, and every ten, until it is done', async () => {
    const { id, number } = await site.made();
    const asked = new Map<number, number>();
    const tend = async () => {
      await tendEngine(site.served.translation, asked);
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
});
