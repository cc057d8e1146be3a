import type { Aggregate } from '@almanac/event-sourcing';
import { metadata } from '@almanac/event-sourcing/testing';
import type { Event } from '@almanac/event-store';
import { type Mapping, notPublished, publishingOf, publishUpcast, tagChanged, UnmappedEventError } from './index.ts';

type LabelEvent = Event<'LabelCreated', { readonly name: string }> | Event<'LabelSeen', Record<string, never>>;

const mapping: Mapping<LabelEvent> = {
  LabelCreated: ({ stream, id, data }) => tagChanged.of(stream, { id, name: data.name }),
  LabelSeen: notPublished,
};
const commit = (...events: Event[]) => ({
  position: 1,
  keys: [],
  meta: metadata(),
  events: events.map((event, index) => ({ ...event, stream: 'label-7', version: index + 1 })),
});
const created = { type: 'LabelCreated', data: { name: 'Pier' } };

describe('a mapping of domain events', () => {
  it('publishes the facts of each type with the id of its stream, and ignores other types', () => {
    const published = publishingOf(mapping)(commit(created, { type: 'LabelSeen', data: {} }));
    expect(published).toEqual([tagChanged.of('label-7', { id: 7, name: 'Pier' }), undefined]);
  });

  it('stops at a type that this release does not know', () => {
    for (const type of ['LabelMoved', '__proto__', 'constructor'])
      expect(() => publishingOf(mapping)(commit({ type, data: {} }))).toThrow(UnmappedEventError);
  });

  it('maps an event once, however often its commit is published', () => {
    let count = 0;
    const LabelCreated: Mapping<LabelEvent>['LabelCreated'] = (event) => {
      count += 1;
      return mapping.LabelCreated(event);
    };
    const publishing = publishUpcast([], publishingOf<LabelEvent>({ ...mapping, LabelCreated }));
    const { events, ...others } = commit(created, { type: 'LabelSeen', data: {} });
    const [first, again] = [publishing({ events, ...others }), publishing({ events: [...events], ...others })];
    expect([count, again]).toEqual([1, first]);
  });

  it('receives older stored forms in the current form', () => {
    const label = {
      category: 'label',
      upcasters: { LabelCreated: [({ title }: { readonly title: string }) => ({ name: title })] },
    } as unknown as Aggregate<object>;
    const publishing = publishUpcast([label], publishingOf(mapping));
    const published = tagChanged.of('label-7', { id: 7, name: 'Pier' });
    expect(publishing(commit({ type: 'LabelCreated', data: { title: 'Pier' } }))).toEqual([published]);
    expect(publishing(commit({ ...created, schema: 2 } as Event))).toEqual([published]);
    for (const newer of [{ ...created, schema: 3 } as Event, { type: 'LabelSeen', data: {}, schema: 2 } as Event])
      expect(() => publishing(commit(newer))).toThrow(UnmappedEventError);
  });
});
