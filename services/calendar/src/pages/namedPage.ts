import { pageNotFound } from '@almanac/pages';
import type { RecordFields, RecordState } from '../records/record.ts';
import type { RecordKind } from '../records/recordKind.ts';
import { namedRecord } from '../records/recordLookup.ts';
import { mayReadRecord } from '../records/rights.ts';
import type { PageContext } from './pageContext.ts';

/**
 * The record whose page the path names: in the language of the address, or else in the site's, which leads to where the
 * page is.
 * @throws DomainError 404 for none, and for one that the caller may not read
 */
export const namedPage = async <Fields extends RecordFields>(
  { calendar, request, showing }: PageContext,
  kind: RecordKind<Fields>,
): Promise<RecordState & Fields> => {
  const named = (language: string) =>
    namedRecord(calendar.documents, kind, {
      captures: { slug: request.captures.slug ?? '' },
      language,
      remember: (_key, make) => make(),
    });
  const { defaultLanguage } = calendar.languages;
  const own = await named(showing.language);
  const found = own ?? (showing.language === defaultLanguage ? undefined : await named(defaultLanguage));
  if (found === undefined || found.path === null) throw pageNotFound();
  if (!mayReadRecord(request.principal, kind, found)) throw pageNotFound();
  return found;
};
