import type { Aggregate, Event, Recorded } from '@almanac/domain';
import type { Standing } from '@almanac/translations';

/** What events, venues and organizers have in common: they are written, published and trashed as posts are. */
export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';

export interface RecordFields {
  readonly author: number;
  readonly status: Status;
  /** As stored: cleaned, not as displayed. */
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** Empty for a draft that has none yet. */
  readonly slug: string;
  readonly password: string;
  /** Publication date on the site's clocks, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  /** The same in UTC; null while a draft's date floats. */
  readonly dateUtc: string | null;
  /** Featured medium; null for none. */
  readonly image: number | null;
  /** The path of its page from the site's root; null while it has none. */
  readonly path: string | null;
}

export interface RecordState extends RecordFields, Standing {
  readonly id: number;
  /** The version of its stream; 0 for a record that is not there. */
  readonly version: number;
  readonly deleted: boolean;
  /** Last change, UTC; null for a draft that was never changed. */
  readonly modifiedUtc: string | null;
  readonly statusBeforeTrash: Status | null;
  readonly slugBeforeTrash: string;
}

/** The events of one kind of record; `Name` is `Event`, `Venue` or `Organizer`. Changes carry only what changed. */
export type RecordEvent<Name extends string, Fields extends RecordFields> =
  | Event<`${Name}Created`, Fields & Standing & { readonly id: number }>
  | Event<`${Name}Changed`, Partial<Fields>>
  | Event<`${Name}Published`, Pick<RecordFields, 'path'>>
  | Event<`${Name}Trashed`, { readonly from: Status; readonly slug: string }>
  | Event<`${Name}Restored`, Pick<RecordFields, 'status' | 'slug' | 'path'>>
  | Event<`${Name}Grouped`, { readonly group: number | null }>
  | Event<`${Name}Listed`, { readonly languages: readonly string[] }>
  | Event<`${Name}Deleted`, Record<string, never>>
  /** An operator has erased what is personal, here and in all that came before. */
  | Event<`${Name}Erased`, Partial<Fields>>;

/** A record that nobody has created; fields of a kind come on top. */
export const absentRecord: RecordState = {
  id: 0,
  version: 0,
  deleted: false,
  author: 0,
  status: 'draft',
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  password: '',
  date: '',
  dateUtc: null,
  image: null,
  path: null,
  language: '',
  group: null,
  languages: [],
  modifiedUtc: null,
  statusBeforeTrash: null,
  slugBeforeTrash: '',
};

/** A kind of record as its routes and commands need it. */
export interface RecordAggregate<Name extends string, Fields extends RecordFields>
  extends Aggregate<RecordState & Fields, RecordEvent<Name, Fields>> {
  readonly name: Name;
}

const verbs = [
  'Created',
  'Changed',
  'Published',
  'Trashed',
  'Restored',
  'Grouped',
  'Listed',
  'Deleted',
  'Erased',
] as const;

/** The aggregate of one kind of record. `fold` is raised with every change of what `evolve` makes. */
export const recordAggregate = <Name extends string, Fields extends RecordFields>(
  name: Name,
  initialState: RecordState & Fields,
  fold: number,
): RecordAggregate<Name, Fields> => ({
  name,
  category: name.toLowerCase(),
  initialState,
  eventTypes: verbs.map((verb) => `${name}${verb}` as const) as RecordEvent<Name, Fields>['type'][],
  fold,
  evolve: (state, event) => ({ ...state, ...consequence(name, state, event), version: event.version }),
});

/** The members of the state that an event sets. */
const consequence = <Name extends string, Fields extends RecordFields>(
  name: Name,
  state: RecordState,
  event: Recorded<RecordEvent<Name, Fields>>,
): Partial<RecordState> => {
  const data = event.data as Partial<RecordState> & { readonly from?: Status };
  switch (event.type.slice(name.length) as (typeof verbs)[number]) {
    case 'Created':
      return { ...data, modifiedUtc: data.dateUtc ?? null };
    case 'Changed':
      return { ...data, modifiedUtc: momentOf(event) };
    case 'Published':
      return { ...data, status: 'publish', modifiedUtc: momentOf(event) };
    case 'Trashed':
      return {
        status: 'trash',
        slug: data.slug ?? '',
        path: null,
        statusBeforeTrash: data.from ?? null,
        slugBeforeTrash: state.slug,
        modifiedUtc: momentOf(event),
      };
    case 'Restored':
      return { ...data, statusBeforeTrash: null, slugBeforeTrash: '', modifiedUtc: momentOf(event) };
    case 'Deleted':
      return { deleted: true };
    default:
      return data;
  }
};

/** When an event was decided, to the second: `YYYY-MM-DD HH:MM:SS`, UTC. */
const momentOf = (event: Recorded<Event>): string => event.meta.at.slice(0, 19).replace('T', ' ');

/** Whether there is such a record; one in the trash is. */
export const exists = (state: RecordState): boolean => state.version > 0 && !state.deleted;
