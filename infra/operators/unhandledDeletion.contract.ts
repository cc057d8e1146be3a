import type { Delivery } from '@almanac/messaging';
import { delivery } from '@almanac/messaging/contract';

/** Returns the deletion of a tag for a dead letter. It can be handled again, since no record has the tag. */
export const unhandledDeletion = (position: number, key: string): Delivery =>
  delivery(position, {
    type: 'core.tag-deleted.v1',
    key,
    data: { id: 99_999 },
    at: `2026-01-01T00:00:0${position}.000Z`,
  });
