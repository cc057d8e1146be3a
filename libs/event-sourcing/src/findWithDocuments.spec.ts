import type { EventStore } from '@almanac/event-store';
import { createCommands, findWithDocuments } from './index.ts';
import { name, type ServiceUnderTest, serviceUnderTest, venues } from './serviceUnderTest.contract.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});

/** Commands of a process that dies between append and fold. */
const crashing = (): Pick<ServiceUnderTest, 'commands'> => {
  const store: EventStore = { ...service.store, append: (commit) => service.store.append(commit) };
  return { commands: createCommands({ ...service, store }) };
};
const nameOf = async (id: number) => (await service.documents.get<{ name: string }>(venues, id))?.body?.name;
const idAt = async (position: number) => (await service.store.readLog(position - 1, 1))[0]?.meta.id ?? '';

describe('a commit that a client looks for', () => {
  it('has its documents afterwards, even if a crash between append and fold left them out', async () => {
    await name(crashing(), 1, 'Harbour');
    expect(await nameOf(1)).toBeUndefined();
    expect(await findWithDocuments(service)(await idAt(1))).toMatchObject({ position: 1 });
    expect(await nameOf(1)).toBe('Harbour');
  });

  it('leaves newer documents unchanged', async () => {
    await name(service, 1, 'Harbour');
    await name(service, 1, 'Quay');
    await findWithDocuments(service)(await idAt(1));
    expect(await nameOf(1)).toBe('Quay');
  });

  it('is undefined if there is none', async () => {
    expect(await findWithDocuments(service)('nowhere')).toBeUndefined();
  });
});
