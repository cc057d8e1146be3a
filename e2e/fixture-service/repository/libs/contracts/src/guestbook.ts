import { z } from 'zod';
import { eventContract } from './eventContract.ts';
import { id } from './facts.ts';

export const guestbookSigned = eventContract(
  'guestbook.signed.v1',
  'Somebody signed the guest book.',
  z.object({ id, author: id }),
);

export const guestbookEvents = [guestbookSigned] as const;
