import type { InternalContract, readWrittenOfCalendar, ServiceName } from '@almanac/contracts';
import type { RecordType } from '@almanac/identity';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import type { ConsoleView } from '../../sign-in/consoleViews.ts';
import type { Field, Form } from './form.ts';

/** A record of the calendar as it is stored. */
export type Written = ReturnType<typeof readWrittenOfCalendar.parseAnswer>;

interface Saved {
  readonly id: number;
}

// biome-ignore lint/suspicious/noExplicitAny: contracts differ in what they take; each kind sends what its own takes
type Saving = InternalContract<any, Saved, ServiceName>;

export interface WritingTexts {
  readonly create: string;
  readonly change: string;
  readonly all: string;
  readonly none: string;
  readonly saved: string;
  readonly trashQuestion: string;
}

/** A kind of the calendar's records that people write in a browser. */
export interface Writing {
  readonly view: ConsoleView;
  readonly kind: 'event' | 'venue' | 'organizer';
  readonly type: RecordType;
  readonly routes: { readonly create: Saving; readonly change: Saving; readonly trash: Saving };
  /** The member that it is called by. */
  readonly title: string;
  texts(page: SignedIn): WritingTexts;
  /**
   * Its fields, with what can be chosen now.
   * @param isAway while the calendar does not answer nothing else can be chosen
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
export const titleText = (written: Written, name: string): string =>
  textOf(written, name).replaceAll(/&amp;(?!#?\w+;)/g, '&');

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
