import { type Commit, type EventStore, hasCode } from '@almanac/event-store';

const BATCH = 1_000;

/** What is wrong with a log, in words: a missing position, a version out of turn, a key that is not its commit's alone. */
export const faultsOfLog = async (store: EventStore): Promise<string[]> => {
  const faults: string[] = [];
  const check = createCheck(faults);
  let position = 0;
  try {
    for (
      let commits = await store.readLog(0, BATCH);
      commits.length > 0;
      commits = await store.readLog(position, BATCH)
    ) {
      commits.forEach(check);
      position += commits.length;
    }
    for await (const fault of store.keyFaults()) faults.push(fault);
  } catch (error) {
    if (!hasCode(error, 'log-gap')) throw error;
    faults.push(error.message);
  }
  return faults;
};

const createCheck = (faults: string[]) => {
  const versions = new Map<string, number>();

  return ({ position, events }: Commit): void => {
    for (const { stream, version } of events) {
      const expected = (versions.get(stream) ?? 0) + 1;
      if (version !== expected) faults.push(`${stream}@${version} at position ${position} should be @${expected}`);
      versions.set(stream, version);
    }
  };
};
