import { guestbookSigned, type Publishing, publishingOf } from '@almanac/contracts';
import type { SignatureEvent } from '../signatures/signature.ts';

/** Events that the guest book publishes. */
export const publishing: Publishing = publishingOf<SignatureEvent>({
  GuestbookSigned: ({ stream, data: { id, author } }) => guestbookSigned.of(stream, { id, author }),
});
