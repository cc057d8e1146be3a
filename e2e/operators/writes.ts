import { collections } from '@almanac/calendar/service';
import type { Collection, StateDocument } from '@almanac/documents';
import { type ServiceData, withServices } from '@almanac/infra/service-data';
import { type Answer, request } from '../site.ts';
import type { OperatedSite } from './operatedSite.ts';

type WithId = { readonly id: number };

const ask = async <Body = WithId>(site: OperatedSite, method: string, path: string, body?: object): Promise<Body> => {
  const answer: Answer<Body> = await request<Body>(site.root, method, path, { as: 'admin', ...(body && { body }) });
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

export const get = <Body>(site: OperatedSite, path: string): Promise<Body> => ask<Body>(site, 'GET', path);

export const post = (site: OperatedSite, path: string, body: object): Promise<WithId> => ask(site, 'POST', path, body);

export const put = (site: OperatedSite, path: string, body: object): Promise<WithId> => ask(site, 'PUT', path, body);

export const remove = (site: OperatedSite, path: string): Promise<WithId> => ask(site, 'DELETE', path);

const EVENTS = '/cal/events/v1/events';

/** Creates an event; returns its id. */
export const makeEvent = async (site: OperatedSite, title: string, more: object = {}): Promise<number> => {
  const dates = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:00:00', status: 'publish' };
  return (await post(site, EVENTS, { title, ...dates, ...more })).id;
};

/** Writes events one after another until the given work is done; returns their number. */
export const whileWriting = async (site: OperatedSite, work: () => Promise<void>): Promise<number> => {
  let [done, written] = [false, 0];
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    await makeEvent(site, `Meanwhile ${written}.`);
    written++;
  }
  await working;
  return written;
};

const named = (name: string): Collection => {
  const found = collections.find((collection) => collection.name === name);
  if (found === undefined) throw new Error(`the calendar has no ${name}`);
  return found;
};

/**
 * Changes a stored document of the calendar directly in its database.
 * @param name of the collection; `change` returns another body, null for a tombstone
 */
export const tamper = (
  { environment }: OperatedSite,
  { name, id }: { readonly name: string; readonly id: number },
  change: (body: object | null) => object | null,
): Promise<StateDocument<object>> =>
  withServices({ environment }, ['calendar'], async (services) => {
    const [{ documents }] = services as [ServiceData];
    const collection = named(name);
    const found = await documents.get<object>(collection, id);
    if (found === undefined) throw new Error(`there is no ${name}/${id}`);
    await documents.write([{ collection, id, version: found.version + 1, body: change(found.body) }]);
    return found;
  });
