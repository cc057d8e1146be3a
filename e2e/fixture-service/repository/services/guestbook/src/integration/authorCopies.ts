import { coreErased, userChanged, userDeleted } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { type CopySubscription, copySubscription, guardOf, type Subscription } from '@almanac/messaging';
import { type Author, authors } from '../signatures/signature.ts';

/** Copies the public names of users from core's events. */
export const authorCopies = (documents: Documents): Subscription =>
  copySubscription({
    name: 'guestbook.authors',
    sources: ['core'],
    takes: [userChanged, userDeleted, coreErased],
    documents,
    handle: copy,
  });

const copy: CopySubscription['handle'] = async (delivery, documents) => {
  const version = guardOf(delivery);
  if (userChanged.is(delivery)) {
    const { id, name } = delivery.data;
    // an erased user's name is null
    if (name === null) return documents.write([{ collection: authors, id, version, body: null }]);
    const known = await documents.get<Author>(authors, id);
    const body: Author = { id, name: name ?? known?.body?.name ?? '' };
    await documents.write([{ collection: authors, id, version, body }]);
  } else if (userDeleted.is(delivery) || (coreErased.is(delivery) && delivery.data.kind === 'user')) {
    await documents.write([{ collection: authors, id: delivery.data.id, version, body: null }]);
  }
};
