import { translationErrors } from '../errors.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

const send = async (channel: string): Promise<number> => {
  const body = { elements: [{ type: 'post_post', id: 7 }], target_languages: ['fr-ca'], channel };
  return (await site.ask('POST', '/batches', { body })).body.jobs[0].id;
};
const cancel = (id: number) => site.ask('POST', '/jobs/cancel', { body: [{ id, type: 'post' }] });

/** Makes the services create the next jobs, and then cancels a job and throws instead of answering. */
const loseAnswers = (id: number, error: Error): void => {
  const { editor, agency } = site.remote;
  const [make, makeBatch] = [editor.make, agency.make];
  const lose = async () => {
    Object.assign(editor, { make });
    Object.assign(agency, { make: makeBatch });
    await cancel(id);
    throw error;
  };
  Object.assign(editor, { make: async (jobs: Parameters<typeof make>[0]) => make(jobs).then(lose) });
  Object.assign(agency, { make: async (batch: Parameters<typeof makeBatch>[0]) => makeBatch(batch).then(lose) });
};

describe.each(['ate', 'tp'])('a job of the channel %s without a number', (channel) => {
  it.each([
    ['the process ends', new Error('the process ends')],
    ['the answer is late', translationErrors.remoteTimeout()],
  ])('is cancelled at the service that created it while it was cancelled here and %s', async (_case, error) => {
    const id = await send(channel);
    loseAnswers(id, error);
    await site.doEffects().catch((thrown) => expect(thrown).toBe(error));
    await site.doEffects();
    expect([...site.remote.made.keys()]).toEqual([9_001]);
    expect(site.remote.cancelled).toContain(9_001);
  });

  it('is cancelled at the service once it answers again', async () => {
    const id = await send(channel);
    loseAnswers(id, new Error('the process ends'));
    await expect(site.doEffects()).rejects.toThrow('the process ends');
    const away = translationErrors.remoteUnavailable();
    site.remote.before = () => {
      throw away;
    };
    await expect(site.doEffects()).rejects.toBe(away);
    site.remote.before = () => undefined;
    await site.doEffects();
    expect(site.remote.cancelled).toContain(9_001);
  });

  it('is never created only to be cancelled', async () => {
    await cancel(await send(channel));
    await site.doEffects();
    expect(site.remote.made.size).toBe(0);
  });
});
