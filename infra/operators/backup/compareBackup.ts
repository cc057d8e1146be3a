import { macEndingAt } from '@almanac/event-sourcing';
import { type OperatorCommand, required } from '../operatorCommand.ts';
import { type ServiceData, withServices } from '../serviceData.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * `compare`: checks that logs continue those in a backup. If someone removes the end of a log, or all its signatures,
 * `verify` finds no fault; the comparison with a backup does.
 */
export const compareCommand: OperatorCommand = {
  run: async ([folder], around) => {
    const { at, services: then } = await readManifest(required(folder, 'The FOLDER'));
    return withServices(around, [], async (services) => {
      let sound = true;
      for (const service of services) {
        const known = then.find(({ name }) => name === service.name);
        const fault = known === undefined ? undefined : await lossSince(known, service);
        const found = fault ?? (known === undefined ? `not there at ${at}` : `goes on from ${at}`);
        around.say(`${service.name}: ${found}`, { service: service.name, found, sound: fault === undefined });
        sound &&= fault === undefined;
      }
      return sound;
    });
  },
};

const lossSince = async (
  { position, commitId, signed }: Manifest['services'][number],
  { store, entries }: ServiceData,
): Promise<string | undefined> => {
  if ((await store.last()) < position) return `had ${position} commits and has lost some`;
  const [commit] = position === 0 ? [] : await store.readLog(position - 1, 1);
  if (position > 0 && commit?.meta.id !== commitId) return `has another commit at position ${position}`;
  if (signed === undefined || signed.position === 0) return undefined;
  const head = await macEndingAt(entries, signed.position);
  return head === signed.head ? undefined : `was signed otherwise up to position ${signed.position}`;
};
