import type { ElementType } from '@almanac/contracts';
import type { RecordType } from '@almanac/identity';
import type { InternalReply } from '@almanac/service';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import type { ConsoleView } from '../../sign-in/consoleViews.ts';
import type { Field, Form } from './form.ts';

/** A record as it is stored. */
export interface Written {
  readonly id: number;
  readonly language: string;
  /** The address of its page. */
  readonly url: string;
  /** Its members, by the names of its interface. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly tags: readonly Named[];
  /** Its venues and organizers, as far as the user may see them. */
  readonly linked: readonly Named[];
  /** The ids of its versions by language, including its own. */
  readonly translations: Readonly<Record<string, number>>;
  /** True if the user may delete it; only for kinds without a trash. */
  readonly mayRemove?: boolean;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** A record in a list. */
export interface Listed {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly url: string;
  /** UTC. */
  readonly modified_utc: string | null;
  /** The start of an event, in its time zone. */
  readonly start: string | null;
  /** A further note in the list, in the language of the page. */
  readonly note?: string;
}

export const STATUSES = ['publish', 'pending', 'draft', 'future', 'private', 'trash'] as const;

/** The filters of a list. */
interface Filters {
  /** The status; without it, all records outside the trash. */
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly search: string;
  /** True to list only the user's own records. */
  readonly mine: boolean;
  readonly page: number;
  readonly per_page: number;
}

type Saved = InternalReply<{ readonly id: number }>;

/** A change of a record, on condition that no other user has changed it since. */
interface Changed {
  readonly id: number;
  /** The version to change; absent: any version. */
  readonly etag?: string;
}

/**
 * A new record, which is created once for each key, however often it is sent. Forms of the previous release have no
 * key.
 */
export interface Made {
  readonly id?: undefined;
  readonly key: string;
}

/** Reads and writes records of a kind, in the name of the signed-in user. */
export interface WrittenRecords {
  /** The service that owns the records. */
  readonly service: 'core' | 'calendar';
  list(
    page: SignedIn,
    filters: Filters,
  ): Promise<InternalReply<{ readonly records: readonly Listed[]; readonly total: number }>>;
  read(page: SignedIn, id: number): Promise<InternalReply<Written>>;
  save(page: SignedIn, members: Readonly<Record<string, unknown>>, at: Changed | Made): Promise<Saved>;
  /** Moves a record to the trash; deletes it permanently if its kind has no trash. */
  remove(page: SignedIn, id: number): Promise<InternalReply<unknown>>;
}

export interface WritingTexts {
  readonly create: string;
  readonly change: string;
  readonly all: string;
  readonly none: string;
  readonly saved: string;
  /** The consequence of moving a record to the trash, or of deleting it permanently. */
  readonly removal: string;
}

/** The initial fields of a new version, by name (docs/interface/translation.md §3). */
interface VersionFields {
  /** Fields that all versions share; the form does not ask for them. */
  readonly alike: readonly string[];
  /** Fields that it takes from its source unless the form sets them. */
  readonly first: readonly string[];
  /** Its own texts, shown next to those of the source. */
  readonly texts: readonly string[];
  /** Fields whose initial values are those of the source. */
  readonly kept: readonly string[];
}

/** A kind of records that people write in a browser. */
export interface Writing {
  readonly view: ConsoleView;
  /** Its name in histories. */
  readonly kind: string;
  /** Its name in the translation service. */
  readonly element: ElementType;
  /**
   * The type whose statuses and trash it uses. Terms have neither, and users who may write terms may write
   * everybody's.
   */
  readonly type?: RecordType;
  readonly records: WrittenRecords;
  /** The member with its title. */
  readonly title: string;
  readonly versions: VersionFields;
  /** The member with its picture; absent if it has none. */
  readonly picture?: string;
  texts(page: SignedIn): WritingTexts;
  /**
   * Returns its fields, with their current options.
   * @param isAway true while the service does not answer: then the fields have no further options
   */
  fields(page: SignedIn, current?: Written, isAway?: boolean): Promise<readonly Field[]>;
  /** Returns the initial values of a new record. */
  empty(page: SignedIn): Form;
  formOf(written: Written): Form;
  /**
   * Returns the members to send for changed fields.
   * @param current the stored record before the change
   */
  toSend(form: Form, changed: ReadonlySet<string>, current?: Written): Readonly<Record<string, unknown>>;
}

/** Returns a member that is text; empty for other members. */
export const textOf = ({ members }: Written, name: string): string => {
  const value = members[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns a title as it is typed: users who may not write unfiltered HTML store a single `&` as an entity. */
export const typedTitle = (stored: string): string => stored.replaceAll(/&amp;(?!#?\w+;)/g, '&');

export const titleText = (written: Written, name: string): string => typedTitle(textOf(written, name));

/** Returns the ids in a member that refers to records. */
export const idsOf = ({ members }: Written, name: string): string[] => {
  const value = members[name];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Returns the changed texts of a form. */
export const sentTexts = (form: Form, changed: ReadonlySet<string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name);
      return changed.has(name) && typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Returns names of tags, as they are typed. */
export const tagText = (tags: Written['tags']): string => tags.map(({ name }) => name).join(', ');

/**
 * Returns the typed tags. Tags that the record already has are sent by id, because another tag may have the same name.
 */
export const sentTags = (typed: string, current: Written['tags'] = []): (string | number)[] =>
  typed
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((name) => current.find((tag) => tag.name === name)?.id ?? name);

/** Returns an id as a number; the requested service refuses other values. */
export const sentId = (chosen: string): number | string => (/^\d+$/.test(chosen) ? Number(chosen) : chosen);

/** Returns a date and time in the form of inputs: `2031-06-10T19:30`, with seconds only if these are not 0. */
export const moment = (stored: string): string => stored.replace(' ', 'T').replace(/(T\d\d:\d\d):00$/, '$1');
