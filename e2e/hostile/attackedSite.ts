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

/** Starts a site in a folder and adds a popup and a post of each costly text. */
export const startAttackedSite = async (folder: string): Promise<WatchedAttackedSite> => {
  const site = await startWatchedSite({ DATA: folder, DURABILITY: 'normal', LOG_LEVEL: 'error' });
  try {
    const popup = { title: 'Offer', content: 'Half price.', status: 'publish' };
    const { body } = await site.request('POST', '/popup/v1/popups', { as: 'admin', body: popup });
    return { ...site, pages: await addPages(site), popup: Number(body.id) };
  } catch (error) {
    await site.stop();
    throw error;
  }
};
