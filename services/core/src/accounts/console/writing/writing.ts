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
  /** Of its page. */
  readonly url: string;
  /** By the names of its interface. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly tags: readonly Named[];
  /** Venues and organizers that it names, as far as who asks may see them. */
  readonly linked: readonly Named[];
  /** The ids of its versions by language, its own included. */
  readonly translations: Readonly<Record<string, number>>;
  /** Whether who asks may delete it, of kinds without a trash. */
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
  /** Of an event, on its clocks. */
  readonly start: string | null;
  /** What else is said of it, in the words of the page. */
  readonly note?: string;
}

export const STATUSES = ['publish', 'pending', 'draft', 'future', 'private', 'trash'] as const;

/** Which records are listed. */
interface Filters {
  /** Without it all but those in the trash. */
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly search: string;
  /** Whether only those of who asks are listed. */
  readonly mine: boolean;
  readonly page: number;
  readonly per_page: number;
}

type Saved = InternalReply<{ readonly id: number }>;

/** A record that is changed, where nobody else has changed it since. */
interface Changed {
  readonly id: number;
  /** The version that may be changed; any without. */
  readonly etag?: string;
}

/** A record that is made, once for each key however often it is sent; a form of the release before has none. */
export interface Made {
  readonly id?: undefined;
  readonly key: string;
}

/** How records of a kind are read and written, in the name of who is signed in. */
export interface WrittenRecords {
  /** Whose they are. */
  readonly service: 'core' | 'calendar';
  list(
    page: SignedIn,
    filters: Filters,
  ): Promise<InternalReply<{ readonly records: readonly Listed[]; readonly total: number }>>;
  read(page: SignedIn, id: number): Promise<InternalReply<Written>>;
  save(page: SignedIn, members: Readonly<Record<string, unknown>>, at: Changed | Made): Promise<Saved>;
  /** Puts it into the trash; deletes it for good where there is none. */
  remove(page: SignedIn, id: number): Promise<InternalReply<unknown>>;
}

export interface WritingTexts {
  readonly create: string;
  readonly change: string;
  readonly all: string;
  readonly none: string;
  readonly saved: string;
  /** What it means that a record goes into the trash, or is deleted for good. */
  readonly removal: string;
}

/** How a new version of a record begins (docs/interface/translation.md §3); fields by their names. */
interface VersionFields {
  /** What all versions have alike: nobody is asked for it. */
  readonly alike: readonly string[];
  /** What it has from its source as long as nothing else is said of it. */
  readonly first: readonly string[];
  /** Its own texts, written beside those of the source. */
  readonly texts: readonly string[];
  /** What its form begins with as the source has it. */
  readonly kept: readonly string[];
}

/** A kind of records that people write in a browser. */
export interface Writing {
  readonly view: ConsoleView;
  /** As histories name it. */
  readonly kind: string;
  /** As the service of translation names it. */
  readonly element: ElementType;
  /** Whose states and trash it has; terms have neither, and everybody's are for who may write them. */
  readonly type?: RecordType;
  readonly records: WrittenRecords;
  /** The member that it is called by. */
  readonly title: string;
  readonly versions: VersionFields;
  /** The member in which its picture is chosen, where it has any. */
  readonly picture?: string;
  texts(page: SignedIn): WritingTexts;
  /**
   * Its fields, with what can be chosen now.
   * @param isAway while the service does not answer nothing else can be chosen
   */
  fields(page: SignedIn, current?: Written, isAway?: boolean): Promise<readonly Field[]>;
  /** What a new one begins with. */
  empty(page: SignedIn): Form;
  formOf(written: Written): Form;
  /**
   * What is sent of fields that were changed.
   * @param current what the record was
   */
  toSend(form: Form, changed: ReadonlySet<string>, current?: Written): Readonly<Record<string, unknown>>;
}

/** A member that is text; empty for any other. */
export const textOf = ({ members }: Written, name: string): string => {
  const value = members[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A title as it is typed: a single `&` is stored as HTML by those who may not write HTML of every kind. */
export const typedTitle = (stored: string): string => stored.replaceAll(/&amp;(?!#?\w+;)/g, '&');

export const titleText = (written: Written, name: string): string => typedTitle(textOf(written, name));

/** A member that names records by their ids. */
export const idsOf = ({ members }: Written, name: string): string[] => {
  const value = members[name];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Those of the texts that are fields of the form. */
export const sentTexts = (form: Form, changed: ReadonlySet<string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name);
      return changed.has(name) && typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Names of tags, as they are typed. */
export const tagText = (tags: Written['tags']): string => tags.map(({ name }) => name).join(', ');

/** Tags that the record has already are named by their ids: another may bear the same name. */
export const sentTags = (typed: string, current: Written['tags'] = []): (string | number)[] =>
  typed
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((name) => current.find((tag) => tag.name === name)?.id ?? name);

/** An id as a number; what is none is refused by who is asked. */
export const sentId = (chosen: string): number | string => (/^\d+$/.test(chosen) ? Number(chosen) : chosen);

/** A date with its time as forms have them: `2031-06-10T19:30`, with seconds where these are not 0. */
export const moment = (stored: string): string => stored.replace(' ', 'T').replace(/(T\d\d:\d\d):00$/, '$1');
