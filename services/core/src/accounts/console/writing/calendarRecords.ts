import {
  type InternalContract,
  listWrittenOfCalendar,
  readWrittenOfCalendar,
  type ServiceName,
} from '@almanac/contracts';
import { askAs, ifMatch } from '../askAs.ts';
import type { Made, WrittenRecords } from './writing.ts';

// biome-ignore lint/suspicious/noExplicitAny: each kind sends the arguments of its own contract
type Saving = InternalContract<any, { readonly id: number }, ServiceName>;

interface Routes {
  readonly create: Saving;
  readonly change: Saving;
  readonly trash: Saving;
}

/** Returns the access to the calendar's records of a kind. */
export const calendarRecords = (
  kind: 'event' | 'venue' | 'organizer',
  { create, change, trash }: Routes,
): WrittenRecords => ({
  service: 'calendar',
  list: (page, filters) => askAs(page, listWrittenOfCalendar, { send: { kind, ...filters } }),
  read: async (page, id) => {
    const said = await askAs(page, readWrittenOfCalendar, { send: { kind, id } });
    if (said.refused !== undefined) return said;
    const { cost, members, ...written } = said.body;
    return { ...said, body: { ...written, members: { ...members, cost } } };
  },
  save: (page, send, at) =>
    at.id === undefined
      ? askAs(page, create, { send, ...once(at) })
      : askAs(page, change, { at: { id: at.id }, send, ...ifMatch(at.etag) }),
  remove: (page, id) => askAs(page, trash, { at: { id } }),
});

/** Returns the header by which a record with this key is created once. */
export const once = ({ key }: Made) => (key === '' ? {} : { headers: { 'idempotency-key': key } });
