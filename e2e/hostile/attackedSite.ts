import type { SiteProcess } from '../site.ts';
import { startWatchedSite, type WatchedSite } from '../watchedSite.ts';
import type { AttackedSite } from './attacks.ts';
import { costlyTexts } from './costlyTexts.ts';

/** A site whose loop is watched, with the records that attacks name. */
export type WatchedAttackedSite = WatchedSite & AttackedSite;

const addPages = async (site: SiteProcess): Promise<ReadonlyMap<string, string>> => {
  const pages = new Map<string, string>();
  for (const [name, content] of costlyTexts) {
    const body = { title: `About ${name}`, content, status: 'publish' };
    const { body: post } = await site.request('POST', '/core/v2/posts', { as: 'author1', body });
    pages.set(name, String(post.link));
  }
  return pages;
};

const EVENTS = 10;

/** The list that a normal reader reads: events that no attack changes or adds to. */
export const READ_LIST = '/cal/events/v1/events?start_date=2030-06-01&end_date=2030-06-30';

const addEvents = async (site: SiteProcess): Promise<void> => {
  for (let day = 1; day <= EVENTS; day++) {
    const date = `2030-06-${String(day).padStart(2, '0')}`;
    const body = { title: `Concert ${day}`, start_date: `${date} 19:00:00`, end_date: `${date} 21:00:00` };
    await site.request('POST', '/cal/events/v1/events', { as: 'author1', body });
  }
};

/** Starts a site in a folder and adds events to read, a popup and a post of each costly text. */
export const startAttackedSite = async (folder: string): Promise<WatchedAttackedSite> => {
  const site = await startWatchedSite({ DATA: folder, DURABILITY: 'normal', LOG_LEVEL: 'error' });
  try {
    await addEvents(site);
    const popup = { title: 'Offer', content: 'Half price.', status: 'publish' };
    const { body } = await site.request('POST', '/popup/v1/popups', { as: 'admin', body: popup });
    return { ...site, pages: await addPages(site), popup: Number(body.id) };
  } catch (error) {
    await site.stop();
    throw error;
  }
};
