import { ConfigurationError, suggestion } from '@almanac/service';
import { recordHistory as historyOf, type RecordChange, recordNames } from '@almanac/service/operations';
import type { Say } from '../commands/output.ts';
import { type ServiceData, withServices } from './serviceData.ts';

/** One change of a record for printing. */
export interface Change extends Omit<RecordChange, 'changes'> {
  readonly who: string;
  /** The changed members with their old and new values. */
  readonly set: readonly string[];
}

const MAX_VALUE_LENGTH = 100;

/**
 * Returns the changes of a record with person and time, oldest first, like `ops/v1/history`. The site may be stopped.
 * @param kind the aggregate's name: `event`, `venue`, `user`, …
 * @throws ConfigurationError for an unknown kind or a missing record
 */
export const recordHistory = async (services: readonly ServiceData[], kind: string, id: string): Promise<Change[]> => {
  const known = services.filter((service) => kindsOf([service]).includes(kind));
  if (known.length === 0) {
    const kinds = kindsOf(services);
    throw new ConfigurationError(
      `There is no record of the kind ${kind}; there are ${kinds.join(', ')}.${suggestion(kind, kinds)}`,
    );
  }
  const whole = { offset: 0, limit: Number.POSITIVE_INFINITY };
  const found = await Promise.all(known.map((service) => historyOf(service, kind, id, whole)));
  const history = found.find((each) => each !== undefined);
  if (history === undefined) throw new ConfigurationError(`There is no ${kind} ${id}.`);
  const nameOf = await loginsOf(services, history.events);
  return history.events.toReversed().map(({ changes, ...event }) => ({
    ...event,
    who: nameOf(event.principal),
    set: changes.map(({ member, before, after }) => `${member}: ${brief(before)} → ${brief(after)}`),
  }));
};

const kindsOf = (services: readonly ServiceData[]): string[] =>
  services.flatMap(({ registrations }) => registrations.map(({ aggregate }) => aggregate.category));

const brief = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length <= MAX_VALUE_LENGTH ? json : `${json.slice(0, MAX_VALUE_LENGTH - 1)}…`;
};

/** Returns a function that replaces `user:1` with the user's login, if the user still exists. */
const loginsOf = async (services: readonly ServiceData[], events: readonly RecordChange[]) => {
  const ids = new Set(events.flatMap(({ principal }) => /^user:(\d+)$/.exec(principal)?.[1] ?? []));
  const named = await Promise.all(services.map((service) => recordNames(service, 'user', [...ids])));
  const logins = new Map(named.flat().map(({ id, name }) => [`user:${id}`, name]));
  return (principal: string): string => {
    const login = logins.get(principal);
    return login == null ? principal : `${login} (${principal})`;
  };
};

/**
 * Shows the history of a record.
 * @throws ConfigurationError for a missing record
 */
export const showHistory = async (kind: string, id: string, say: Say): Promise<void> => {
  const around = { environment: process.env };
  const changes = await withServices(around, [], (services) => recordHistory(services, kind, id));
  for (const change of changes) {
    const { at, who, type, set, version } = change;
    say(`${at}  ${who}  ${type}  (version ${version})`, change);
    for (const member of set) say(`    ${member}`);
  }
};
