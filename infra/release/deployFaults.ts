import { schemaBreaks } from '@almanac/contracts/schema-breaks';
import { isServiceName, serviceEntry } from '@almanac/manifest';
import { type Contracts, ownerOf } from './contracts.ts';
import type { PartName } from './releasableParts.ts';

/** A released version of a part, with the contracts of its tag. */
export interface ReleasedPart {
  readonly part: PartName;
  readonly version: string;
  readonly contracts: Contracts;
}

/**
 * Returns the reasons why a part with its next contracts cannot run beside released versions; empty if it can. The part's
 * own last version is among these: topics keep its events.
 */
export const deployFaults = (part: PartName, next: Contracts, released: readonly ReleasedPart[]): string[] => {
  const others = released.filter((each) => each.part !== part);
  return [
    ...grouped(released, ({ contracts }) => eventBreaks(part, next, contracts)).map(
      ({ fault, versions }) => `${fault} (${versions} rely on it)`,
    ),
    ...others.flatMap((subscriber) => unknownEvents(part, next, subscriber)),
    ...grouped(others, (asker) => answerBreaks(part, next, asker)).map(
      ({ fault, versions }) => `${fault} (${versions} ask for it)`,
    ),
    ...others.flatMap((answerer) => requestFaults(part, next, answerer)),
  ];
};

const nameOf = ({ part, version }: ReleasedPart): string => `${part} ${version}`;

/** Returns each fault once, with the versions that it breaks. */
const grouped = (
  released: readonly ReleasedPart[],
  faultsOf: (released: ReleasedPart) => readonly string[],
): { readonly fault: string; readonly versions: string }[] => {
  const broken = new Map<string, string[]>();
  for (const each of released)
    for (const fault of faultsOf(each)) broken.getOrInsertComputed(fault, () => []).push(nameOf(each));
  return Array.from(broken, ([fault, versions]) => ({ fault, versions: versions.join(', ') }));
};

const eventBreaks = (part: PartName, next: Contracts, before: Contracts): string[] =>
  [...before.events]
    .filter(([type]) => ownerOf(type) === part)
    .flatMap(([type, schema]) => {
      const now = next.events.get(type);
      return now === undefined ? [`${type} is gone`] : schemaBreaks(schema, now, type);
    });

/** Returns the new event types that a released subscriber would keep as dead letters. */
const unknownEvents = (part: PartName, next: Contracts, subscriber: ReleasedPart): string[] => {
  if (!subscribes(subscriber.part, part)) return [];
  return [...next.events.keys()]
    .filter((type) => ownerOf(type) === part && !subscriber.contracts.events.has(type))
    .map((type) => `${nameOf(subscriber)} does not know ${type}: release ${subscriber.part} first`);
};

/** The gateway's subscriptions name the events that they take, and skip all others. */
const subscribes = (subscriber: PartName, part: PartName): boolean =>
  subscriber !== 'gateway' &&
  isServiceName(part) &&
  Object.values(serviceEntry(subscriber).subscriptions).some(
    ({ sources }) => sources === 'all' || sources.includes(part),
  );

const answers = (part: PartName, name: string): boolean =>
  ownerOf(name) === part || (ownerOf(name) === 'every' && part !== 'gateway');

const answerBreaks = (part: PartName, next: Contracts, asker: ReleasedPart): string[] =>
  [...asker.contracts.internal]
    .filter(([name, { askedBy }]) => answers(part, name) && askedBy.includes(asker.part))
    .flatMap(([name, request]) => {
      const now = next.internal.get(name);
      return now === undefined ? [`${name} is gone`] : schemaBreaks(request, now, name);
    });

const requestFaults = (part: PartName, next: Contracts, answerer: ReleasedPart): string[] =>
  [...next.internal]
    .filter(([name, { askedBy }]) => answers(answerer.part, name) && askedBy.includes(part))
    .flatMap(([name, request]) => {
      const before = answerer.contracts.internal.get(name);
      const first = `release ${answerer.part} first`;
      if (before === undefined) return [`${nameOf(answerer)} does not answer ${name}: ${first}`];
      if (!before.askedBy.includes(part)) return [`${nameOf(answerer)} refuses ${name} to ${part}: ${first}`];
      return schemaBreaks(before, request, name).map((fault) => `${fault} (${nameOf(answerer)} answers it)`);
    });
