import { indexRegistrations } from './registrationIndex.ts';
import { Replay } from './replay.ts';
import { name, type ServiceUnderTest, serviceUnderTest, venueNames } from './serviceUnderTest.contract.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});
afterEach(() => service.close());

describe('a replay', () => {
  it('folds a forgotten stream up to the current event, though more events follow', async () => {
    await name(service, 1, 'Harbour');
    await name(service, 2, 'Hall');
    await name(service, 1, 'Port');
    await name(service, 2, 'House');
    await name(service, 1, 'Quay');
    const replay = new Replay(service.store, indexRegistrations(service.registrations), { remembered: 1 });
    const writes = await replay.documentsOf(await service.store.readLog(0));
    const renamed = writes.filter(({ collection }) => collection.name === venueNames.name).map(({ body }) => body);
    expect(renamed).toEqual([
      { name: 'Harbour', before: '' },
      { name: 'Hall', before: '' },
      { name: 'Port', before: 'Harbour' },
      { name: 'House', before: 'Hall' },
      { name: 'Quay', before: 'Port' },
    ]);
  });
});
