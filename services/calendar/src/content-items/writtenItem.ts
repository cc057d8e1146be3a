import { type StoredFields, writtenOf } from '@almanac/content-model';
import type { WrittenRecord } from '@almanac/service';
import type { ItemState } from './contentItem.ts';
import type { AnyItemTable } from './itemFields.ts';
import type { KindNames } from './itemKind.ts';

/** The members of a kind that its table does not write, and the records that members name. */
type OwnMembers<Fields> = Pick<WrittenRecord<ItemState & Fields>, 'members' | 'references'>;

/** Returns a content item as operators see and restore it, by the names of `cal/events/v1`. */
export const writtenItem = <Table extends AnyItemTable>(
  { plural, titleMember }: KindNames,
  fields: Table,
  own: OwnMembers<StoredFields<Table>> = { members: () => ({}) },
): WrittenRecord<ItemState & StoredFields<Table>> => ({
  secret: ['password'],
  name: ({ title }) => title,
  route: `/cal/events/v1/${plural}/{id}`,
  references: { image: 'medium', author: 'user', ...own.references },
  members: (state) => ({
    [titleMember]: state.title,
    description: state.content,
    excerpt: state.excerpt,
    slug: state.slug,
    status: state.status,
    date_utc: state.dateUtc,
    author: state.author,
    password: state.password,
    image: orEmpty(state.image),
    ...own.members(state),
    ...Object.fromEntries(
      Object.entries(writtenOf(fields, 'v1', state)).map(([name, value]) => [name, orEmpty(value)]),
    ),
  }),
});

/** Returns the empty text for null, since routes take null as not sent. */
const orEmpty = <Value>(value: Value | null): Value | '' => (value === null ? '' : value);
