import type { Delivery } from '@almanac/messaging';
import { jobs } from '../jobs/job.ts';
import { translationOf } from '../testing.contract.ts';
import { sourcesSubscription } from './sources.ts';

const change = (id: number): Delivery => ({
  ...{
    source: 'calendar',
    epoch: 1,
    type: 'calendar.event-changed.v1',
    key: `event-${id}`,
    data: { id, title: 'Fair' },
  },
  ...{ position: id, n: 0, at: '2031-01-01T12:00:00.000Z', principal: 'system', language: 'en', correlation: 'spec' },
});

describe('changes of sources that arrive together', () => {
  it('cost one query on a site without jobs', async () => {
    const translation = translationOf();
    const { documents } = translation;
    let queries = 0;
    const find: typeof documents.find = (...given) => {
      queries += 1;
      return documents.find(...given);
    };
    const { handleTogether } = sourcesSubscription({ ...translation, documents: { ...documents, find } });
    await handleTogether?.([change(7), change(8), change(9)]);
    expect(queries).toBe(1);
    await documents.write([{ collection: jobs, id: 1, version: 1, body: { id: 1 } }]);
    await handleTogether?.([change(7), change(8), change(9)]);
    expect(queries).toBe(5);
  });
});
