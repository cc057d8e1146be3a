import type { EffectHandler, EffectsDefinition, WantedEffect } from '@almanac/effects';
import type { NewEvent } from '@almanac/event-store';
import { createOutgoing, originPolicy } from '@almanac/outgoing';

const HOOK = 'hook';

/** Sends each signature to the address that the operator names (`GUESTBOOK_HOOK`). */
export const signingHook = (address: string): EffectsDefinition => ({
  name: 'guestbook.hook',
  wants: ({ events }) => events.flatMap(wished),
  handlers: { [HOOK]: posting(address) },
});

const wished = ({ type, stream, data }: NewEvent): WantedEffect[] =>
  type === 'GuestbookSigned'
    ? [{ type: HOOK, receiver: HOOK, key: stream, data: { id: (data as { id: number }).id } }]
    : [];

const posting = (address: string): EffectHandler => {
  const outgoing = createOutgoing({ policy: originPolicy(address) });
  return {
    handle: async ({ id, data }) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      const { status } = await outgoing.fetch(address, { method: 'POST', headers, content: JSON.stringify(data) });
      if (status >= 300) throw new Error(`the hook answered ${status}`);
    },
  };
};
