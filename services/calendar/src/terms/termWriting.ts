import { recordVersion } from '@almanac/event-sourcing';
import { can, capabilityFor, type Principal } from '@almanac/identity';
import { invalidParams, type RestResponse } from '@almanac/rest';
import { plainName } from '@almanac/text';
import type { Taxonomy } from './term.ts';
import type { TermRecord } from './termView.ts';

/** True if the caller may edit events, and either publish them (for categories) or manage core's tags (for tags). */
export const mayManage = (principal: Principal, taxonomy: Taxonomy): boolean => {
  if (!can(principal, capabilityFor('cal_events', 'edit'))) return false;
  return taxonomy.hierarchical
    ? can(principal, capabilityFor('cal_events', 'publish'))
    : can(principal, 'manage_categories');
};

/** Returns a name in stored form. @throws DomainError 400 if nothing remains of it */
export const storedName = (name: string): string => {
  const stored = plainName(name);
  if (stored === '') throw invalidParams({ name: '{name} must not be empty.' });
  return stored;
};

interface WrittenTerm {
  readonly body: TermRecord;
  readonly version: number;
  readonly id: number;
}

/** Returns the answer about a changed term; a new one has a `Location`. */
export const termAnswer = (taxonomy: Taxonomy, { body, version, id }: WrittenTerm, created = false): RestResponse => ({
  status: created ? 201 : 200,
  body,
  ...(created && { headers: { Location: body.urls.self } }),
  version: recordVersion(taxonomy.aggregate, { id, version }),
});
