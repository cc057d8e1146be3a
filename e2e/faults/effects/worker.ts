import { createEffects, type Effect, type WantedEffect } from '@almanac/effects';
import { createOutgoing, originPolicy } from '@almanac/outgoing';
import { silentLog } from '@almanac/service';
import { openLog } from './openLog.ts';

// Process that runs the effects of a service until it is killed: `worker.ts LOCATION RECEIVER`
const [location = '', receiver = ''] = process.argv.slice(2);
const { store, entries } = await openLog(location);
const outgoing = createOutgoing({ policy: originPolicy(receiver), timeout: 2_000 });

const call = async (effect: Effect, signal: AbortSignal): Promise<void> => {
  const { status } = await outgoing.fetch(`${receiver}/${effect.receiver}/${effect.key}`, {
    method: 'POST',
    headers: { 'idempotency-key': effect.id },
    content: JSON.stringify(effect.data),
    signal,
  });
  if (status !== 200) throw new Error(`it answers ${status}`);
};

const effects = createEffects({
  service: 'misc',
  store,
  entries,
  now: () => new Date(),
  log: silentLog,
  lease: { duration: 500, beat: 100 },
});
effects.run({
  name: 'misc.effects',
  wants: ({ events }) => events.map(({ data }) => data as WantedEffect),
  handlers: { call: { handle: call, waits: Array.from({ length: 500 }, () => 50) } },
  concurrency: 8,
});
process.send?.('works');
