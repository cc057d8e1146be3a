import type { Element, SourceRecord } from '@almanac/contracts';
import type { FetchInternal } from '@almanac/service';
import { usersOfRoles } from '../testing.contract.ts';

/** A post in core's answer to translation. */
export const postSource: SourceRecord = {
  type: 'post_post',
  id: 7,
  version: 3,
  language: 'en',
  group: 7,
  title: 'Harvest Fair',
  path: '/harvest-fair/',
  status: 'publish',
  translatable: true,
  versions: { en: 7 },
  units: [
    { id: 'title', text: 'Harvest Fair' },
    { id: 'body', text: '<p>Come.</p>' },
  ],
};

/** Answers requests to owners with these records; specs change the records. */
export const ownersOf =
  (records: SourceRecord[]): FetchInternal =>
  async (service, path, init) => {
    if (path !== '/internal/translation-sources') return usersOfRoles(service, path, init);
    const { elements = [] } = (init?.body ?? {}) as { readonly elements?: readonly Element[] };
    const sources = elements.map(
      ({ type, id }) => records.find((record) => record.type === type && record.id === id) ?? null,
    );
    return { status: 200, headers: new Headers(), body: { sources } };
  };
