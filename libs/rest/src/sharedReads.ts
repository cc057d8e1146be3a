import type { Documents } from '@almanac/documents';
import type { SharePart } from './sharedParts.ts';

export type DocumentReads = Pick<Documents, 'find' | 'getMany'>;

/** Returns documents whose equal queries are run once for all requests that need them at the time. */
export const sharedReads = (documents: DocumentReads, share: SharePart): DocumentReads => ({
  find: <Body>(...[collection, query]: Parameters<Documents['find']>) =>
    share(JSON.stringify([collection.name, query]), () => documents.find<Body>(collection, query)),
  getMany: <Body>(...[collection, ids]: Parameters<Documents['getMany']>) =>
    share(JSON.stringify([collection.name, ids]), () => documents.getMany<Body>(collection, ids)),
});
