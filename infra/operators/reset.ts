import {
  endOf,
  type LogPosition,
  listCheckpoints,
  readRestores,
  START,
  type StoredCheckpoint,
  setCheckpoint,
} from '@almanac/messaging';
import { ConfigurationError, suggestion } from '@almanac/service';
import { type OperatorCommand, required } from './operatorCommand.ts';
import { positionArgument } from './positionArgument.ts';
import type { ServiceData } from './serviceData.ts';
import { stoppedBrokers } from './stoppedBrokers.ts';
import { whileStopped } from './whileStopped.ts';

/**
 * `reset`: makes a subscription handle the events of its sources again, of one source, or of one after a position.
 * Events that it has already handled have no second effect (docs/architecture.md §3).
 */
export const resetCommand: OperatorCommand = {
  run: async ([subscription, source, position], around) => {
    const name = required(subscription, 'The SUBSCRIPTION');
    const brokers = stoppedBrokers(around);
    await brokers?.refuseRunning();
    return whileStopped(around, async (services) => {
      const wanted = Map.groupBy(await checkpointsOf(services, name, source), ({ from }) => from);
      for (const [from, checkpoints] of wanted) {
        const logPosition = await logPositionAt(from, await positionArgument(from, position));
        for (const { entries, id } of checkpoints) await setCheckpoint(entries, id, logPosition);
      }
      await brokers?.forgetGroup(name);
      const sources = Array.from(wanted.keys(), (from) => from.name);
      around.say(`${name} handles what ${sources.join(', ')} published after ${position ?? 0} at its next start.`, {
        subscription: name,
        sources,
        after: Number(position ?? 0),
      });
      return true;
    });
  },
};

interface FoundCheckpoint extends StoredCheckpoint {
  readonly entries: ServiceData['entries'];
  /** The service of the log that the checkpoint is about. */
  readonly from: ServiceData;
}

/**
 * Returns the checkpoints of a subscription.
 * @throws ConfigurationError if there are none; the message names the existing ones
 */
const checkpointsOf = async (
  services: readonly ServiceData[],
  name: string,
  source?: string,
): Promise<FoundCheckpoint[]> => {
  const all = (await Promise.all(services.map((service) => subscriptionsOf(services, service)))).flat();
  const found = all.filter((each) => each.owner === name && (source ?? each.source) === each.source);
  if (found.length > 0) return found;
  const there = [...new Set(all.map(({ owner, source: of }) => `${owner} of ${of}`))].sort();
  const asked = source === undefined ? name : `${name} of ${source}`;
  const known = source === undefined ? all.map(({ owner }) => owner) : there;
  throw new ConfigurationError(
    `There is no subscription ${asked} that has begun; there are: ${there.join(', ') || 'none'}.${suggestion(asked, known)}`,
  );
};

/** Returns the checkpoints of a service's subscriptions, without those of relays, which `resend` handles. */
const subscriptionsOf = async (
  services: readonly ServiceData[],
  { entries }: ServiceData,
): Promise<FoundCheckpoint[]> =>
  (await listCheckpoints(entries)).flatMap((checkpoint) => {
    const from = services.find(({ name }) => name === checkpoint.source);
    const isRelay = checkpoint.owner.startsWith('relay/');
    return isRelay || from === undefined ? [] : [{ ...checkpoint, entries, from }];
  });

const logPositionAt = async ({ store, entries }: ServiceData, position: number): Promise<LogPosition> => {
  if (position === 0) return START;
  const source = { store, publishing: () => [], restores: await readRestores(entries) };
  const commit = await store.commitAt(position);
  if (commit === undefined) throw new ConfigurationError(`The log has no commit ${position}.`);
  return endOf(source, commit);
};
