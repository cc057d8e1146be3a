import type { EventStore } from '@almanac/event-store';
import { type MissingDocuments, missedDocumentsContract } from './missedDocuments.contract.ts';
import { serviceUnderTest } from './serviceUnderTest.contract.ts';

missedDocumentsContract('SQLite', async () => {
  const service = serviceUnderTest();
  const store: EventStore = {
    ...service.store,
    append: (commit, options) => service.store.append(commit, missing.missing ? {} : options),
  };
  const missing: MissingDocuments = {
    store,
    documents: service.documents,
    missing: false,
    close: async () => service.close(),
  };
  return missing;
});
