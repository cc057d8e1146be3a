import type { Aggregate } from '@almanac/event-sourcing';
import type { Event, Metadata, StreamEvent } from '@almanac/event-store';
import type { RecordRegistration } from '../recordRegistration.ts';
import { recordHistory } from './recordHistory.ts';
import { recordRestoration } from './recordRestoration.ts';

interface Person {
  readonly name: string;
  readonly phone: string;
  readonly version: number;
  readonly constructor?: unknown;
}

const person: Aggregate<Person, Event> = {
  category: 'person',
  initialState: { name: '', phone: '', version: 0 },
  eventTypes: ['PersonAdded', 'PersonChanged', 'PersonErased'],
  projectionVersion: 1,
  evolve: (state, { data, version }) => ({ ...state, ...(data as object), version }),
};

const collection = { name: 'people', projectionVersion: 1 };
const meta: Metadata = {
  id: 'c',
  at: '2031-01-01T00:00:00.000Z',
  principal: 'user:7',
  language: 'en',
  correlation: 'r',
  causation: 'r',
};

const sourceOf = (more: Partial<RecordRegistration>, ...events: readonly (readonly [string, object])[]) => {
  const stream = 'person-7';
  const stored = events.map(([type, data], index) => ({
    type,
    data,
    stream,
    meta,
    version: index + 1,
    position: index + 1,
  })) as StreamEvent[];
  const registration = { aggregate: person, collection, ...more } as unknown as RecordRegistration;
  return {
    registrations: [registration],
    store: {
      readStream: async function* <E extends Event>(name: string) {
        if (name === stream) yield* stored as StreamEvent<E>[];
      },
    },
  };
};

const whole = { offset: 0, limit: 100 };
const changesOf = async (source: ReturnType<typeof sourceOf>, window = whole) =>
  (await recordHistory(source, 'person', '7', window))?.events.map(({ changes }) => changes);

describe('the history of a record', () => {
  it('is listed newest first, a window at a time, without members that every write changes', async () => {
    const source = sourceOf({}, ['PersonAdded', { name: 'Ann' }], ['PersonChanged', { phone: '1' }]);
    const phone = { member: 'phone', before: '', after: '1' };
    expect(await changesOf(source)).toEqual([
      [phone],
      [
        { member: 'name', before: null, after: 'Ann' },
        { member: 'phone', before: null, after: '' },
      ],
    ]);
    expect(await recordHistory(source, 'person', '7', { offset: 0, limit: 1 })).toMatchObject({ total: 2 });
    expect(await changesOf(source, { offset: 0, limit: 1 })).toEqual([[phone]]);
  });

  it('hides secrets, and erased data once erased', async () => {
    const erasure = {
      subject: 'person',
      event: 'PersonErased',
      replacing: (id: number) => ({ name: `erased-${id}`, phone: '' }),
    };
    const written = { members: ({ name, phone }: Person) => ({ name, phone }), secret: ['phone'] };
    const before = sourceOf({ erasure } as object, ['PersonAdded', { name: 'Ann' }]);
    expect((await changesOf(before))?.[0]?.[0]).toEqual({ member: 'name', before: null, after: 'Ann' });
    const alike = sourceOf({ erasure } as object, ['PersonAdded', { name: 'erased-7' }]);
    expect((await changesOf(alike))?.[0]?.[0]).toEqual({ member: 'name', before: null, after: 'erased-7' });
    const events = [
      ['PersonAdded', { name: 'erased-7', phone: '' }],
      ['PersonChanged', { phone: '5' }],
      ['PersonErased', { name: 'erased-7', phone: '' }],
    ] as const;
    const shown = (await changesOf(sourceOf({ erasure, written } as object, ...events)))?.flat() ?? [];
    expect(shown.map(({ member, before, after }) => [member, before, after])).toEqual([
      ['phone', null, null],
      ['phone', null, null],
      ['name', null, null],
      ['phone', null, null],
    ]);
  });

  it('handles names that every object has', async () => {
    const source = sourceOf({}, ['PersonAdded', { name: 'Ann' }], ['PersonChanged', { constructor: 'x' }]);
    expect((await changesOf(source))?.[0]).toEqual([{ member: 'constructor', before: null, after: 'x' }]);
  });

  it('is missing for other kinds and records', async () => {
    const source = sourceOf({});
    expect(await recordHistory(source, 'person', '7', whole)).toBeUndefined();
    expect(await recordHistory(source, '__proto__', '7', whole)).toBeUndefined();
  });
});

describe('the request that restores a record', () => {
  it('contains the writable differences by the names of arguments, and nothing for a version that never was', async () => {
    const written = {
      members: ({ name, phone }: Person) => ({ name, phone }),
      route: '/people/{id}',
      readOnly: ['name'],
      arguments: { phone: 'number' },
    };
    const source = sourceOf(
      { written } as object,
      ['PersonAdded', { phone: '1' }],
      ['PersonChanged', { phone: '2', name: 'B' }],
    );
    expect(await recordRestoration(source, 'person', '7', 1)).toMatchObject({
      stream: 'person-7',
      version: 2,
      route: '/people/7',
      members: { number: '1' },
    });
    expect((await recordRestoration(source, 'person', '7', 3))?.members).toBeUndefined();
  });
});
