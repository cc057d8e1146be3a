import type { Documents } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { DomainError } from '@almanac/i18n';
import { createCommands, type ServiceCommands } from './createCommands.ts';
import { asked, registrations, venue, venues } from './serviceUnderTest.contract.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export { registrations };

/** A store whose appends leave out their documents while `missing` is true, as after a crash behind the commit. */
export interface MissingDocuments {
  readonly store: EventStore;
  readonly documents: Documents;
  missing: boolean;
  close(): Promise<void>;
}

type Decide = (unit: UnitOfWork) => Promise<unknown>;

const put = (name: string) => async (unit: UnitOfWork) => {
  const { name: before, status } = await unit.load(venue, 1);
  const type = status === 'absent' ? 'VenueCreated' : 'VenueChanged';
  return unit.append(venue, 1, before === name ? [] : [{ type, data: { name } }]);
};

const refuse = async (unit: UnitOfWork, status: string): Promise<void> => {
  if ((await unit.load(venue, 1)).status !== status) throw new DomainError('test_status', 409, `It is not ${status}.`);
};

/** Requirements for the write side if documents were missed; a spec calls it with a maker of empty services. */
export const missedDocumentsContract = (name: string, open: () => Promise<MissingDocuments>): void => {
  describe(`a decision on ${name} over a missed document`, () => {
    let service: MissingDocuments;
    let commands: ServiceCommands;
    beforeEach(async () => {
      service = await open();
      commands = createCommands({ ...service, registrations, now: () => new Date() });
    });
    afterEach(() => service.close());

    const run = (decide: Decide) => commands.run(asked, decide);
    const missed = async (decide: Decide): Promise<void> => {
      service.missing = true;
      await run(decide);
      service.missing = false;
    };
    const nameNow = async () => (await service.documents.get<{ readonly name: string }>(venues, 1))?.body?.name;

    it('is made again from the log if it changes nothing', async () => {
      await run(put('X'));
      await missed(put('Y'));
      expect(await nameNow()).toBe('X');
      expect((await run(put('X'))).position).toBe(3);
      expect(await nameNow()).toBe('X');
      expect((await run(put('X'))).position).toBeUndefined();
    });

    it('is made again from the log if it refuses, or if its stream has no document', async () => {
      await missed(put('X'));
      await expect(run((unit) => refuse(unit, 'live'))).resolves.toMatchObject({ position: undefined });
      await expect(run((unit) => unit.dryRun((trial) => refuse(trial, 'live')))).resolves.toBeDefined();
      await expect(run((unit) => refuse(unit, 'gone'))).rejects.toMatchObject({ code: 'test_status' });
    });

    it('does not rely on it if it concerns another record', async () => {
      await run(put('X'));
      await missed((unit) => unit.append(venue, 1, [{ type: 'VenueDeleted', data: {} }]));
      const beside = run(async (unit) => {
        await refuse(unit, 'live');
        return unit.append(venue, 2, [{ type: 'VenueCreated', data: { name: 'Beside' } }]);
      });
      await expect(beside).rejects.toMatchObject({ code: 'test_status' });
      expect(await service.store.last()).toBe(2);
    });

    it('is made again in a batch: earlier items are committed, and later ones go on', async () => {
      await missed(put('X'));
      const create = (id: number) => (unit: UnitOfWork) =>
        unit.append(venue, id, [{ type: 'VenueCreated', data: { name: `Venue ${id}` } }]);
      const items: Decide[] = [create(2), (unit) => refuse(unit, 'live'), put('X'), create(3)];
      const settled = await commands.runJointly(items.map((item) => (each) => each.run(asked, item)));
      expect(settled.map((end) => (end.status === 'fulfilled' ? end.value.position : end.reason))).toEqual([
        2,
        undefined,
        undefined,
        3,
      ]);
    });
  });
};
