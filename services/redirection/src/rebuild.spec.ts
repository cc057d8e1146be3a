import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { registrations } from './service.ts';
import { causeAllRedirectionEvents } from './storedEventsScenario.contract.ts';
import { sentRule, serveRedirection } from './testing.contract.ts';

describe('the documents of redirection', () => {
  it('equal the folds of the log, also after a rebuild, and figures stay', async () => {
    const served = await serveRedirection();
    await causeAllRedirectionEvents(served);
    await served.ask('POST', '/redirect', { body: { ...sentRule, hits: 5 } });
    const asked = async () =>
      Promise.all(['/redirect', '/group', '/setting'].map(async (path) => (await served.ask('GET', path)).body));
    const before = await asked();
    expect(before[0].items).toMatchObject([{ url: '/old', hits: 5 }]);
    const ports = { ...served, registrations };
    expect((await verifyDocuments(ports)).faults).toEqual([]);
    await rebuildDocuments(ports);
    expect(await asked()).toEqual(before);
    await served.stop();
  });
});
