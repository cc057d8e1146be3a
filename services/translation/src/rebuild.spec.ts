import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { registrations } from './service.ts';
import { causeAllTranslationEvents } from './storedEventsScenario.contract.ts';
import { serveTranslation } from './testing.contract.ts';

describe('the documents of translation', () => {
  it('equal the folds of the log, also after a rebuild', async () => {
    const served = await serveTranslation();
    await causeAllTranslationEvents(served);
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 4, language_pairs: { en: ['fr-ca'] } } });
    const asked = async () => (await served.ask('GET', '/i18n/tm/v1/translators')).body;
    const before = await asked();
    expect(before).toMatchObject([{ id: 4 }]);
    const ports = { ...served, registrations };
    expect((await verifyDocuments(ports)).faults).toEqual([]);
    await rebuildDocuments(ports);
    expect(await asked()).toEqual(before);
    await served.stop();
  });
});
