import type { Event, EventStore } from '@almanac/event-store';
import { asked, name, type ServiceUnderTest, serviceUnderTest, venue } from './serviceUnderTest.contract.ts';
import { faultsOfLog } from './verifyLog.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});
afterEach(() => service.close());

/** Wraps a store and counts the events read from single streams. */
const counted = (store: EventStore) => {
  const read = { events: 0 };
  async function* readStream<E extends Event>(stream: string, options?: { readonly from?: number }) {
    for await (const event of store.readStream<E>(stream, options)) {
      read.events++;
      yield event;
    }
  }
  return { read, store: { ...store, readStream } };
};

const changeEach = async (rounds: number, ids: readonly number[]): Promise<void> => {
  for (let round = 1; round <= rounds; round++) for (const id of ids) await name(service, id, `Name ${round}`);
};

describe('a verified log', () => {
  it('is not called faulty if it cannot be read: the failure is thrown on', async () => {
    const away = new Error('the store is away');
    const store: EventStore = { ...service.store, readLog: () => Promise.reject(away) };
    await expect(faultsOfLog(store)).rejects.toBe(away);
  });

  it('is read once, and no stream of it separately, while its streams are remembered', async () => {
    await changeEach(3, [1, 2, 3]);
    const { read, store } = counted(service.store);
    expect(await faultsOfLog(store)).toEqual([]);
    expect(read.events).toBe(0);
  });

  it('is read for one event of a forgotten stream, however long the stream is', async () => {
    await changeEach(10, [1, 2]);
    const { read, store } = counted(service.store);
    expect(await faultsOfLog(store, 1)).toEqual([]);
    expect(read.events).toBe(18);
  });

  it('is sound if a stream is forgotten within one commit', async () => {
    const changed = (wanted: string) => [{ type: 'VenueChanged' as const, data: { name: wanted } }];
    await name(service, 1, 'Harbour');
    await service.commands.run(asked, async (unit) => {
      await unit.append(venue, 1, changed('Quay'));
      await unit.append(venue, 2, changed('Pier'));
      await unit.append(venue, 1, changed('Mole'));
    });
    expect(await faultsOfLog(service.store, 1)).toEqual([]);
  });

  it('is faulty if a stream goes on before its predecessor, forgotten or not', async () => {
    await changeEach(3, [1, 2]);
    const move = (position: number, from: number, to: number) =>
      service.database.exec(
        `UPDATE commits SET body = replace(body, '"version":${from}', '"version":${to}') WHERE position = ${position}`,
      );
    move(3, 2, 3);
    move(5, 3, 2);
    service.database.exec("DELETE FROM keys WHERE name = 'venue-1' AND version = 3");
    service.database.exec("UPDATE keys SET position = 5 WHERE name = 'venue-1' AND version = 2");
    const found = (remembered: number) => faultsOfLog(service.store, remembered);
    for (const remembered of [1, 100])
      expect(await found(remembered)).toContain('venue-1@3 at position 3 should be @2');
  });
});
