import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { Aggregate } from './aggregate.ts';
import { documentForms, recordedForms, recordForms } from './documentForms.contract.ts';
import {
  addGoldenFiles,
  changedForms,
  fileFaults,
  fullestOfEachType,
  type GoldenFile,
  readGoldenFiles,
} from './goldenFiles.contract.ts';
import type { Registration } from './index.ts';
import { asked, serviceUnderTest } from './serviceUnderTest.contract.ts';
import { formerMembers, readGoldenFile, storedEventsContract } from './storedEvents.contract.ts';
import type { Upcaster } from './upcast.ts';

interface Label {
  readonly title?: string;
  readonly name?: string;
}

/** Returns registrations of labels, first stored with a `title`, today with a `name`. */
const labelsOf = (initialState: Label, upcasters?: readonly Upcaster[]): Registration[] => {
  const aggregate: Aggregate<Label, Event<'LabelCreated', Label>> = {
    category: 'label',
    initialState,
    eventTypes: ['LabelCreated'],
    projectionVersion: 1,
    evolve: (state, { data }) => ({ ...state, ...data }),
    ...(upcasters !== undefined && { upcasters: { LabelCreated: upcasters } }),
  };
  return [{ aggregate, collection: { name: 'labels', projectionVersion: 1, indexes: [] } } as unknown as Registration];
};

const before = labelsOf({ title: '' });
const renamedAlone = labelsOf({ name: '' });
const renamed = labelsOf({ name: '' }, [({ title }: { readonly title: string }) => ({ name: title })]);
const overlooked = labelsOf({ name: '' }, [(data: object) => data]);

/** Returns the log of a service in which a name was taken, released, and a label created. */
const logOf = async (registrations: readonly Registration[], data: Label) => {
  const { commands, store, close } = serviceUnderTest({ registrations });
  const context = { ...asked, correlation: randomUUID() };
  await commands.run(context, async (unit) => {
    await unit.take('label', 'pier', 'label-1');
    await unit.append(registrations[0]!.aggregate, 1, [{ type: 'LabelCreated', data }]);
  });
  await commands.run(context, (unit) => unit.release('label', 'pier', 'label-1'));
  const log = await store.readLog(0);
  close();
  return log;
};

const eventsOf = async (registrations: readonly Registration[], data: Label) =>
  fullestOfEachType(await logOf(registrations, data));

const check = () => undefined;
const namesOf = (faults: readonly { readonly name: string }[]) => faults.map(({ name }) => name);

describe('a stored form', () => {
  let folder: string;
  let files: () => GoldenFile[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-stored-'));
    files = () => readGoldenFiles(folder);
    addGoldenFiles(folder, await eventsOf(before, { title: 'Pier' }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('fits its golden files as long as it is unchanged', async () => {
    expect(namesOf(files())).toEqual(['LabelCreated.1.json', 'Released.1.json', 'Taken.1.json']);
    expect(fileFaults(files(), before)).toEqual([]);
    expect(changedForms(files(), await eventsOf(before, { title: 'Pier' }), before)).toEqual([]);
  });

  it('is refused after a member is renamed, and its golden file stays unchanged', async () => {
    const file = join(folder, 'LabelCreated.1.json');
    const text = readFileSync(file, 'utf8');
    const stored = await eventsOf(renamedAlone, { name: 'Pier' });
    expect(changedForms(files(), stored, renamedAlone)).toMatchObject([
      { name: 'LabelCreated.1.json', stored: { data: { name: 'Pier' } }, golden: { data: { title: 'Pier' } } },
    ]);
    addGoldenFiles(folder, stored);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('may change with the schema version, an upcaster and a golden file of its own', async () => {
    const stored = await eventsOf(renamed, { name: 'Pier' });
    expect(fileFaults(files(), renamed)).toEqual(['LabelCreated.2.json is missing']);
    expect(namesOf(changedForms(files(), stored, renamed))).toEqual(['LabelCreated.2.json']);
    addGoldenFiles(folder, stored);
    expect([fileFaults(files(), renamed), changedForms(files(), stored, renamed)]).toEqual([[], []]);
    const [old, today] = files().map((file) => readGoldenFile(file, { registrations: renamed, check }));
    expect([old, today]).toEqual([{ name: 'Pier' }, { name: 'Pier' }]);
    expect(formerMembers(files(), { registrations: renamed, check })).toEqual([]);
  });

  it('is refused if the upcaster has overlooked a member', async () => {
    addGoldenFiles(folder, await eventsOf(overlooked, { name: 'Pier' }));
    expect(formerMembers(files(), { registrations: overlooked, check })).toEqual(['LabelCreated.1.json: title']);
  });

  it('cannot be recreated in an earlier version once its file is gone', async () => {
    rmSync(join(folder, 'LabelCreated.1.json'));
    addGoldenFiles(folder, await eventsOf(renamed, { name: 'Pier' }));
    expect(fileFaults(files(), renamed)).toEqual(['LabelCreated.1.json is missing']);
  });

  it('is refused if its type is unknown, its version later, or its name another’s', () => {
    const label = readFileSync(join(folder, 'LabelCreated.1.json'), 'utf8');
    for (const name of ['LabelGone.1.json', 'LabelCreated.2.json', 'Taken.1.json'])
      writeFileSync(join(folder, name), label);
    expect(fileFaults(files(), before)).toEqual([
      'LabelCreated.2.json is of no event that is known',
      'LabelGone.1.json is of no event that is known',
      'LabelCreated.2.json holds another event',
      'LabelGone.1.json holds another event',
      'Taken.1.json holds another event',
    ]);
  });

  it('is refused if one of its events cannot be read, or must not be published as it is', () => {
    const [file] = files() as [GoldenFile];
    const refused = () => {
      throw new Error('no contract allows it');
    };
    const later = { ...file, event: { ...file.event, schema: 2 } };
    expect(() => readGoldenFile(later, { registrations: before, check })).toThrow('LabelCreated.1.json cannot be read');
    expect(() => readGoldenFile(file, { registrations: before, check: refused })).toThrow('cannot be read');
  });

  it('is refused if the scenario never stores its type', () => {
    expect(namesOf(changedForms(files(), [], before))).toEqual([
      'Taken.1.json',
      'Released.1.json',
      'LabelCreated.1.json',
    ]);
  });
});

describe('the recorded form of documents', () => {
  const labels = (projectionVersion: number, fields: readonly string[]) => {
    const [registration] = labelsOf({ name: '' }) as [Registration];
    return documentForms([
      { ...registration, collection: { name: 'labels', projectionVersion, indexes: fields.map((field) => [field]) } },
    ]);
  };

  it('follows other indexed fields only with a higher projection version', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-forms-'));
    recordForms(folder, labels(1, ['name']));
    expect(labels(1, ['name'])).toEqual(recordedForms(folder));
    recordForms(folder, labels(1, ['name', 'city']));
    expect(recordedForms(folder)).toEqual(labels(1, ['name']));
    recordForms(folder, labels(2, ['name', 'city']));
    expect(recordedForms(folder)).toEqual(labels(2, ['city', 'name']));
    expect(readGoldenFiles(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('the sample event of a type', () => {
  const meta: RecordedEvent['meta'] = { ...asked, id: randomUUID(), at: '2026-01-01T00:00:00.000Z' };
  const recorded = (version: number, data: object) => ({ stream: 'label-1', version, type: 'LabelCreated', data });
  const fullestOf = (events: readonly object[]) => {
    const data = events.map((each, index) => recorded(index + 1, each));
    return fullestOfEachType([{ position: 1, keys: [], events: data, meta }], ['size'])[0];
  };

  it('is the first of those with the most members, without counting list entries', () => {
    expect(fullestOf([{ a: [1, 2, 3] }, { a: { b: 1 } }, { a: 1, b: 2 }])).toMatchObject({ version: 2 });
  });

  it('has stable values instead of random or local ones', () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const digest = createHash('sha256').update(one).digest('base64url');
    const size = Math.ceil(Math.random() * 1_000);
    expect(fullestOf([{ one, other, again: one, digest, size, sizes: size }])?.data).toEqual({
      one: '00000000-0000-4000-8000-000000000001',
      other: '00000000-0000-4000-8000-000000000002',
      again: '00000000-0000-4000-8000-000000000001',
      digest: 'digest-3',
      size: 1,
      sizes: size,
    });
  });
});

const changed = mkdtempSync(join(tmpdir(), 'almanac-changed-'));
beforeAll(async () => {
  addGoldenFiles(changed, await eventsOf(before, { title: 'Pier' }));
  addGoldenFiles(changed, await eventsOf(renamed, { name: 'Pier' }));
  recordForms(changed, documentForms(renamed));
});
afterAll(() => rmSync(changed, { recursive: true }));

storedEventsContract('a small service with an event of two forms', {
  folder: changed,
  registrations: renamed,
  check,
  scenario: () => logOf(renamed, { name: 'Pier' }),
});
