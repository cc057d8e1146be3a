import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { SiteProcess } from '../site.ts';
import { ask, calendarRecords, contentRecords } from './recordsOfSite.ts';
import { siteExport, townCalendar } from './standIns.ts';

/** A file that an import reads, and the records that it changes. */
export interface ImportedFile {
  readonly name: string;
  /** Returns the content of the file, which may depend on records of the site; creates these. */
  content(site: SiteProcess): string | Promise<string>;
  /** Returns everything on the site that the file can change, without ids. */
  records(site: SiteProcess): Promise<unknown>;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const calendar: ImportedFile = { name: 'town.ics', content: townCalendar, records: calendarRecords };

/** @param origin the address of the exporting site */
export const exportOf = (origin: () => string): ImportedFile => ({
  name: 'site.xml',
  content: () => siteExport(origin()),
  records: contentRecords,
});

/** A calendar (`.ics`) or a site export (`.xml`) of other people. */
export const foreignFile = (path: string): ImportedFile => ({
  name: basename(path),
  content: () => readFileSync(path, 'utf8'),
  records: path.endsWith('.ics') ? calendarRecords : contentRecords,
});

export const redirects: ImportedFile = {
  name: 'old.csv',
  content: () => ['source,target', ...numbers(40).map((index) => `/old-${index},/new-${index}`)].join('\n'),
  records: async (site) => {
    const { items } = await ask(site, 'GET', '/redirection/v1/redirect?per_page=200');
    return items.map(({ url, action_data }: Record<string, unknown>) => [url, action_data]).toSorted();
  },
};

const TM = '/i18n/tm/v1';
const jobOf = new Map<SiteProcess, number>();

export const translations: ImportedFile = {
  name: 'fair.xlf',
  content: async (site) => {
    const post = { title: 'Harvest Fair', content: '<p>Come.</p>', status: 'publish' };
    const { id } = await ask(site, 'POST', '/core/v2/posts', post);
    const batch = { elements: [{ type: 'post_post', id }], target_languages: ['fr-ca'] };
    const { jobs } = await ask(site, 'POST', `${TM}/batches`, batch);
    const { job_id } = jobs[0].extra_data;
    jobOf.set(site, job_id);
    const { content } = await ask(site, 'GET', `${TM}/xliff/fetch/${job_id}`);
    return Buffer.from(content, 'base64')
      .toString()
      .replace(/(Harvest Fair[\s\S]*?)<target[^>]*><\/target>/, '$1<target state="final">Foire</target>');
  },
  records: async (site) => {
    const { content } = await ask(site, 'GET', `${TM}/xliff/fetch/${jobOf.get(site)}`);
    return Buffer.from(content, 'base64')
      .toString()
      .match(/<target[\s\S]*?<\/target>/g);
  },
};

export const strings: ImportedFile = {
  name: 'forms-fr_CA.po',
  content: async (site) => {
    const names = numbers(30);
    for (const index of names)
      await ask(site, 'POST', '/i18n/st/v1/strings', { domain: 'forms', name: `n${index}`, value: `Text ${index}` });
    const entries = names.map((index) => `msgid "Text ${index}"\nmsgstr "Texte ${index}"`);
    return ['msgid ""\nmsgstr ""\n"X-Domain: forms\\n"\n"Language: fr_CA\\n"', ...entries, ''].join('\n\n');
  },
  records: async (site) => {
    const listed = await ask(site, 'GET', '/i18n/st/v1/strings?domain=forms&per_page=100');
    return listed.map(({ name, translations: known }: Record<string, unknown>) => [name, known]).toSorted();
  },
};
