import type { WrittenRecord } from '@almanac/service';
import type { ItemState } from './contentItem.ts';

/** What can be written of every content item, by the names of `cal/events/v1`. */
export const writtenItem = (state: ItemState, titleMember: string): Readonly<Record<string, unknown>> => ({
  [titleMember]: state.title,
  description: state.content,
  excerpt: state.excerpt,
  slug: state.slug,
  status: state.status,
  date_utc: state.dateUtc,
  author: state.author,
  password: state.password,
  image: orEmpty(state.image),
});

/** Nothing as the routes take it: null would be nothing sent. */
export const orEmpty = <Value>(value: Value | null): Value | '' => (value === null ? '' : value);

/** What the records of all kinds have in common for operators. */
export const sharedByItems: Pick<WrittenRecord<ItemState>, 'secret' | 'name'> = {
  secret: ['password'],
  name: ({ title }) => title,
};
