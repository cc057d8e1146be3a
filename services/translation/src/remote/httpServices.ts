import { setTimeout as pause } from 'node:timers/promises';
import { accountOperations, agencyOperations, jobOperations, type SigningKey } from '@almanac/engine/protocol';
import { createOutgoing, originPolicy } from '@almanac/outgoing';
import { translationErrors } from '../errors.ts';
import type { Account, Agency, EditorService, RemoteServices, SiteKeys } from '../remoteServices.ts';
import { createEngineClient, type EngineClient, QUESTION_MS } from './engineClient.ts';
import { convertRefusal } from './remoteRefusal.ts';

export interface HttpServicesOptions {
  readonly address: string;
  readonly key: string;
  readonly now: () => Date;
}

/** Creates the services at one address, over the protocol of libs/engine. */
export const httpServices = ({ address, key, now }: HttpServicesOptions): RemoteServices => {
  const outgoing = createOutgoing({ policy: originPolicy(address) });
  const client = createEngineClient({ address, key, outgoing, now, pause: (milliseconds) => pause(milliseconds) });
  const { covers, operationOf } = client;
  return {
    editor: httpEditor(client),
    account: httpAccount(client),
    agency: httpAgency(client),
    covers,
    operationOf,
    pass: (request, keys) => client.pass(request, keys && keyOf(keys)),
  };
};

/** Converts a 404 for an address from the service or its protocol to a fault of the service. */
const failed = convertRefusal({ 404: translationErrors.remoteFailed });

/** The limit of pages: 500 jobs with one job per page. */
const MAX_PAGES = 500;

const httpEditor = (client: EngineClient): EditorService => ({
  make: (jobs) => client.ask(jobOperations.makeJobs, { asked: { jobs } }),
  cancel: async (ids) => void (await client.ask(jobOperations.cancelJobs, { asked: { ids } })),
  jobs: async (ids) => {
    // All pages share one time limit.
    const signal = AbortSignal.timeout(QUESTION_MS);
    const { jobs, token, pages } = await client.ask(jobOperations.jobsById, { asked: { ids }, signal });
    const found = [...jobs];
    for (let page = 1; page <= Math.min(pages, MAX_PAGES); page++)
      found.push(
        ...(await client.ask(jobOperations.jobsOfPage, { values: { token, page }, signal }).catch(failed)).jobs,
      );
    return found;
  },
  addressOfXliff: (id) => client.addressOf(jobOperations.xliffOfJob, { id }),
  xliff: (id) => client.download(jobOperations.xliffOfJob, { values: { id } }),
});

const keyOf = ({ site, secret }: SiteKeys): SigningKey => ({ name: site, secret });

const httpAccount = (client: EngineClient): Account => ({
  register: async (asked) => {
    const {
      site,
      secret_key: secret,
      shared_key: shared,
    } = await client.ask(accountOperations.registerSite, { asked });
    return { site, secret, shared };
  },
  status: (keys) => client.ask(accountOperations.siteStatus, { key: keyOf(keys) }),
  synchronize: (keys, role, people) =>
    client
      .ask(accountOperations.synchronizePeople, { values: { role }, asked: { people }, key: keyOf(keys) })
      .catch(failed),
  console: async (keys, email) =>
    (await client.ask(accountOperations.openConsole, { asked: { email }, key: keyOf(keys) })).url,
  engines: async (keys) => (await client.ask(accountOperations.engines, { key: keyOf(keys) })).list,
  chooseEngines: async (keys, list) =>
    void (await client.ask(accountOperations.chooseEngines, { asked: { list }, key: keyOf(keys) })),
});

const httpAgency = (client: EngineClient): Agency => ({
  make: (asked) => client.ask(agencyOperations.makeBatch, { asked }),
  refresh: async (ids) => (await client.ask(agencyOperations.refreshBatches, { asked: { ids } })).jobs,
  jobs: async (ids) => (await client.ask(agencyOperations.agencyJobsById, { asked: { ids } })).jobs,
  xliff: (id) => client.download(agencyOperations.xliffOfAgencyJob, { values: { id } }),
  cancel: async (ids) => void (await client.ask(agencyOperations.cancelAgencyJobs, { asked: { ids } })),
});
