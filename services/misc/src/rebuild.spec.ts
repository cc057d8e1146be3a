import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { registrations } from './service.ts';
import { causeAllMiscEvents, wholePopup } from './storedEventsScenario.contract.ts';
import { serveMisc } from './testing.contract.ts';

const paths = ['/popup/v1/popups', '/installer/v1/packages'];

describe('the documents of misc', () => {
  it('equal the folds of the log, also after a rebuild', async () => {
    const served = await serveMisc();
    await causeAllMiscEvents(served);
    await served.ask('/popup/v1/popups', { as: 'editor', method: 'POST', body: wholePopup });
    const asked = async () =>
      Promise.all(paths.map(async (path) => (await served.ask(path, { as: 'administrator' })).body));
    await served.ask('/installer/v1/packages/webhooks', {
      as: 'administrator',
      method: 'PUT',
      body: { status: 'inactive' },
    });
    const before = await asked();
    expect(before[0]).toMatchObject([wholePopup, { title: 'Counted' }]);
    const ports = { ...served, registrations };
    expect((await verifyDocuments(ports)).faults).toEqual([]);
    await rebuildDocuments(ports);
    expect(await asked()).toEqual(before);
    await served.stop();
  });
});
