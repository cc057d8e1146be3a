import { memoryDatabases } from '@almanac/documents/memory-databases-contract';
import { readSite, type SiteFile, silentLog } from '@almanac/service';
import { createSiteClient, type FormClient, type UploadingClient } from '../import/siteClient.ts';
import { type RunningSite, type SiteOptions, startSite } from './compose.ts';

/** The application password of the administrator `ada`. */
export const ADA_PASSWORD = 'ada1 spec only 0000 0000 0001';

/** Describes a site with the administrator `ada`. */
export const siteOfAda = ({ id, ...more }: { readonly timezone?: string; readonly id?: number } = {}): SiteFile =>
  readSite({
    name: 'Riverside',
    ...more,
    users: [
      {
        ...(id !== undefined && { id }),
        login: 'ada',
        role: 'administrator',
        email: 'ada@example.test',
        application_passwords: [{ name: 'spec', password: ADA_PASSWORD }],
      },
    ],
  });

/** Opens databases of services whose log and documents are in one file. */
const openMemory = memoryDatabases({ isLogBeside: true });

/** Starts a site for specs, in memory and on a free port unless `more` says otherwise. */
export const startSiteUnderTest = (site: SiteFile, more: Partial<SiteOptions> = {}): Promise<RunningSite> => {
  const inMemory = { data: ':memory:', durability: 'normal', openMemory } as const;
  return startSite({ port: 0, host: '127.0.0.1', ...inMemory, site, log: silentLog, ...more });
};

/** Creates a client of a site that acts as `ada`. */
export const clientOfAda = ({ port }: RunningSite): UploadingClient & FormClient =>
  createSiteClient({ root: `http://127.0.0.1:${port}/en/json`, user: 'ada', password: ADA_PASSWORD });
