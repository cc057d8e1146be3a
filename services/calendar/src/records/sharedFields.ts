import { type Author, storedContent } from '@almanac/content';
import { can, type Principal } from '@almanac/identity';
import { invalidParams } from '@almanac/rest';
import type { RecordFields } from './record.ts';

/** Values of arguments of which any may be missing. */
export type Sent<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

export interface SharedValues {
  /** Cleaned. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly author?: number | undefined;
  readonly password?: string | undefined;
}

type Shared = Pick<RecordFields, 'title' | 'content' | 'author' | 'password'>;

/** Without the members that are undefined. */
export const given = <Fields>(
  members: {
    readonly [Name in keyof Fields]?: Fields[Name] | undefined;
  },
): Partial<Fields> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** What a caller may write. */
export const authorOf = (principal: Principal): Author => ({ unfilteredHtml: can(principal, 'unfiltered_html') });

/** What was sent about any kind of record as its fields, texts cleaned as the caller's role asks. */
export const sharedFields = (values: SharedValues, principal: Principal): Partial<Shared> =>
  given<Shared>({
    title: values.title,
    content: values.description === undefined ? undefined : storedContent(values.description, authorOf(principal)),
    author: values.author,
    password: values.password,
  });

/** A title or name that is not empty once it is cleaned. @throws DomainError 400 naming the argument */
export const filledTitle = (argument: string, stored: string | undefined): string | undefined => {
  if (stored === '') throw invalidParams({ [argument]: '{name} must not be empty.' });
  return stored;
};
