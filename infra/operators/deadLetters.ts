import type { Entries } from '@almanac/documents';
import { createDeadLetters, type DeadLetter, type DeadLetters } from '@almanac/messaging';
import { ConfigurationError } from '@almanac/service';
import { type OperatorCommand, required } from './operatorCommand.ts';
import { type ServiceData, withServices } from './serviceData.ts';

/** The dead letters of one subscription or relay. */
interface OwnLetters {
  readonly owner: string;
  readonly letters: DeadLetters;
  readonly list: readonly DeadLetter[];
}

/** `dead-letters`: what could not be handled, and what waits behind it. */
export const deadLettersCommand: OperatorCommand = {
  takes: '[SERVICE …]',
  does: 'events that subscriptions could not handle, and what waits behind them',
  run: (names, around) =>
    withServices(around, names, async (services) => {
      const found = await allLetters(services);
      for (const { owner, list } of found) {
        around.say(`${owner}: ${list.length} waiting`);
        for (const letter of list) around.say(`  ${described(letter)}`);
      }
      if (found.length === 0) around.say('There are no dead letters.');
      else around.say('Mend the cause, then: npm run ops -- replay SUBSCRIPTION [KEY]');
      return found.length === 0;
    }),
};

/** `replay`: makes the running service try dead letters again. */
export const replayCommand: OperatorCommand = {
  takes: 'SUBSCRIPTION [KEY]',
  does: 'has dead letters tried again, by the running site or at its next start',
  run: ([owner, key], around) =>
    withServices(around, [], async (services) => {
      const { letters, list } = await lettersOf(services, required(owner, 'The SUBSCRIPTION'), key);
      const wanted = list.filter(({ delivery }) => key === undefined || delivery.key === key);
      const keys = new Map(wanted.map(({ delivery: { source, key } }) => [`${source}/${key}`, { source, key }]));
      for (const each of keys.values()) await letters.requestReplay(each);
      around.say(`${wanted.length} events with ${keys.size} keys are tried again as soon as the site runs.`);
      return true;
    }),
};

/** `discard`: drops the first dead letter of a key, which blocks the others. */
export const discardCommand: OperatorCommand = {
  takes: 'SUBSCRIPTION KEY',
  does: 'drops the first dead letter of a key; those behind it are tried again',
  run: ([owner, key], around) =>
    withServices(around, [], async (services) => {
      const wanted = required(key, 'The KEY');
      const { letters, list } = await lettersOf(services, required(owner, 'The SUBSCRIPTION'), wanted);
      const first = list.find(({ delivery }) => delivery.key === wanted) as DeadLetter;
      await letters.discard(first.delivery);
      around.say(`Given up: ${described(first)}`);
      return true;
    }),
};

const described = ({ delivery, reason }: DeadLetter): string => {
  const { source, epoch, position, n, type, key, at } = delivery;
  return `${key}  ${type}  ${source} ${position}/${n} (epoch ${epoch})  ${at}  ${reason ?? 'waits behind'}`;
};

const allLetters = async (services: readonly ServiceData[]): Promise<OwnLetters[]> => {
  const found: OwnLetters[] = [];
  for (const { entries } of services) {
    for (const owner of await ownersOf(entries)) {
      const letters = createDeadLetters(entries, owner);
      found.push({ owner, letters, list: await letters.list() });
    }
  }
  return found;
};

/** Ids are `<owner>/<source>/<key>/<place>`, and an owner may hold a slash itself. */
const ownersOf = async (entries: Entries): Promise<Set<string>> => {
  const owners = new Set<string>();
  for (let after: string | undefined; ; ) {
    const page = await entries.list('parked', after === undefined ? {} : { after });
    for (const { id } of page) owners.add(id.split('/').slice(0, -3).join('/'));
    after = page.at(-1)?.id;
    if (after === undefined) return owners;
  }
};

/** @throws ConfigurationError where there are no such dead letters; the message names those that there are */
const lettersOf = async (services: readonly ServiceData[], owner: string, key?: string): Promise<OwnLetters> => {
  const all = await allLetters(services);
  const found = all.find((each) => each.owner === owner);
  if (found === undefined) {
    const there = all.map((each) => each.owner).join(', ') || 'none at all';
    throw new ConfigurationError(`${owner} has no dead letters; there are those of: ${there}.`);
  }
  if (key === undefined || found.list.some(({ delivery }) => delivery.key === key)) return found;
  const keys = new Set(found.list.map(({ delivery }) => delivery.key));
  throw new ConfigurationError(`${owner} has no dead letters with the key ${key}; there are ${[...keys].join(', ')}.`);
};
