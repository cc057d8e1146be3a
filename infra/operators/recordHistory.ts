import type { Documents } from '@almanac/documents';
import type { StreamEvent } from '@almanac/event-store';
import { ConfigurationError } from '@almanac/service';
import { categoryOfStream, type Registration } from '@almanac/write-side';
import type { ServiceData } from './serviceData.ts';

/** One change of a record, ready to be printed. */
export interface Change {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  readonly what: string;
  /** The members that it set, with their values as JSON. */
  readonly set: readonly string[];
  readonly version: number;
  /** The id of the request that asked for it. */
  readonly request: string;
}

const LONGEST_VALUE = 100;

/**
 * Who changed a record what when, oldest first.
 * @param kind the aggregate's name: `event`, `venue`, `user`, …
 * @throws ConfigurationError for a kind or a record that is not there
 */
export const recordHistory = async (services: readonly ServiceData[], kind: string, id: string): Promise<Change[]> => {
  const service = services.find(({ registrations }) => registrationOf(registrations, kind) !== undefined);
  if (service === undefined)
    throw new ConfigurationError(`There is no record of the kind ${kind}; there are ${kindsOf(services)}.`);
  const events = await service.store.readStream(`${kind}-${id}`);
  if (events.length === 0) throw new ConfigurationError(`There is no ${kind} ${id}.`);
  const nameOf = names(services);
  return Promise.all(events.map(async (event) => changeOf(event, await nameOf(event.meta.principal))));
};

const registrationOf = (registrations: readonly Registration[], kind: string): Registration | undefined =>
  registrations.find(({ aggregate }) => aggregate.category === kind);

const kindsOf = (services: readonly ServiceData[]): string =>
  services.flatMap(({ registrations }) => registrations.map(({ aggregate }) => aggregate.category)).join(', ');

const changeOf = (event: StreamEvent, who: string): Change => ({
  at: event.meta.at,
  who,
  what: event.type,
  set: Object.entries((event.data ?? {}) as object).map(([name, value]) => `${name}: ${brief(value)}`),
  version: event.version,
  request: event.meta.correlation,
});

const brief = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length <= LONGEST_VALUE ? json : `${json.slice(0, LONGEST_VALUE - 1)}…`;
};

/** Turns `user:1` into the user's login, where the user is still there. */
const names = (services: readonly ServiceData[]): ((principal: string) => Promise<string>) => {
  const known = new Map<string, string>();
  const users = services.flatMap(({ documents, registrations }) => {
    const registration = registrationOf(registrations, 'user');
    return registration === undefined ? [] : [{ documents, registration }];
  })[0];
  return async (principal) => {
    if (users === undefined || categoryOfPrincipal(principal) !== 'user') return principal;
    const name = known.get(principal) ?? (await loginOf(users.documents, users.registration, principal));
    known.set(principal, name);
    return name;
  };
};

const categoryOfPrincipal = (principal: string): string => categoryOfStream(principal.replace(':', '-'));

const loginOf = async (documents: Documents, { collection }: Registration, principal: string): Promise<string> => {
  const user = await documents.get<{ login: string }>(collection, Number(principal.slice('user:'.length)));
  return user?.body ? `${user.body.login} (${principal})` : principal;
};
