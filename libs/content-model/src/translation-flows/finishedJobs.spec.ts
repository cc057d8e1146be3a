import { jobFinished } from '@almanac/contracts';
import type { Delivery } from '@almanac/messaging';
import { finishedJobs, type Owner } from './finishedJobs.ts';

const delivery: Delivery = {
  source: 'translation',
  type: jobFinished.type,
  key: 'job-1',
  epoch: 1,
  position: 1,
  n: 0,
  at: '2031-01-01T00:00:00.000Z',
  principal: 'user:3',
  language: 'en',
  correlation: 'spec',
  data: { job: 1, jobId: 2, hash: 'h', language: 'fr-ca', source: { type: 'post_post', id: 7 } },
};

describe('a finished job whose owner gets no texts', () => {
  const handle = (status: number, code: string) => {
    const { handle } = finishedJobs({
      name: 'core',
      fetchInternal: async () => ({ status, headers: new Headers(), body: { code, message: '' } }),
    } as unknown as Owner);
    return handle(delivery);
  };

  it.each([
    [404, 'i18n_job_not_found'],
    [409, 'i18n_job_superseded'],
    [409, 'i18n_job_cancelled'],
    [409, 'i18n_job_bad_transition'],
  ])('is dropped if it is no longer finished: %i %s', async (status, code) => {
    await expect(handle(status, code)).resolves.toBeUndefined();
  });

  it.each([
    [401, 'rest_not_sealed'],
    [403, 'rest_undeclared_sender'],
    [404, 'rest_no_route'],
    [429, 'rest_too_many_requests'],
  ])('is requested again if the refusal does not concern it: %i %s', async (status, code) => {
    await expect(handle(status, code)).rejects.toMatchObject({ code });
  });
});
