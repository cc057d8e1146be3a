import type { Documents } from '@almanac/documents';
import { userId } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { RecordFields } from './record.ts';
import type { RecordKind } from './recordKind.ts';
import { namedRecord } from './recordLookup.ts';
import { mayDeleteRecord, mayEditRecord, maySetAuthor, mayWriteSome } from './rights.ts';

type Request = RestRequest<{ readonly author?: number | undefined }>;

/**
 * Who may create, update and delete records of a kind (docs/interface/calendar.md §3). Where the path names none, the
 * general right is enough, so that the answer is 404.
 */
export const recordPermissions = <Fields extends RecordFields>(documents: Documents, kind: RecordKind<Fields>) => ({
  create: ({ principal, args }: Request): boolean => {
    if (!mayWriteSome(principal, kind, 'edit')) return false;
    return args.author === undefined || args.author === userId(principal) || maySetAuthor(principal, kind);
  },
  update: async (request: Request): Promise<boolean> => {
    const { principal, args } = request;
    const record = await namedRecord(documents, kind, request);
    if (record === undefined) return mayWriteSome(principal, kind, 'edit');
    if (!mayEditRecord(principal, kind, record)) return false;
    return args.author === undefined || args.author === record.author || maySetAuthor(principal, kind);
  },
  remove: async (request: RestRequest): Promise<boolean> => {
    const record = await namedRecord(documents, kind, request);
    if (record === undefined) return mayWriteSome(request.principal, kind, 'delete');
    return mayDeleteRecord(request.principal, kind, record);
  },
});
