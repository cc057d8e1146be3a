import { loadSample } from '@almanac/infra/sample';
import { createSiteClient } from '@almanac/infra/site-client';
import sharp from 'sharp';
import { password, type SiteProcess } from '../site.ts';

/** What was written beside the sample's events. */
export interface Filled {
  /** Addresses of pages. */
  readonly post: string;
  readonly secretPost: string;
  readonly secretEvent: string;
  readonly draft: string;
  readonly hostile: string;
}

export const SECRET_WORD = 'sesame';

/** Fills a site with the sample's events in three languages, and with posts of every kind that has a page. */
export const fillSite = async (site: SiteProcess): Promise<Filled> => {
  const clientOf = (language: string) =>
    createSiteClient({ root: `${site.origin}/${language}/json`, user: 'admin', password: password('admin') });
  await loadSample(clientOf, Temporal.Now.plainDateISO('UTC'));
  const english = clientOf('en');
  const make = <Body>(path: string, body: object, language = 'en') =>
    clientOf(language).request<Body>('POST', path, body);

  const nature = await make<{ id: number }>('/core/v2/categories', { name: 'Nature & town' });
  const rivers = await make<{ id: number }>('/core/v2/categories', { name: 'Rivers', parent: nature.id });
  await make('/core/v2/categories', { name: 'Nature et ville', translation_of: nature.id }, 'fr-ca');
  const [outdoors] = await english.request<{ id: number }[]>('GET', '/core/v2/tags?slug=outdoors');
  const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'river.jpg', type: 'image/jpeg', bytes: Buffer.from(picture) };
  const medium = await english.upload<{ id: number }>('/core/v2/media', file);
  await make(`/core/v2/media/${medium.id}`, { alt_text: 'The river at dawn', caption: 'Seen from the bridge.' });

  const post = (body: object, language = 'en') =>
    make<{ id: number; link: string }>('/core/v2/posts', { status: 'publish', ...body }, language);
  const walk = await post({
    title: 'A walk along the “old” river',
    content: `<!--more-->${'Along the water, past the mill and the weir. '.repeat(12)}\n\n<h2>The weir</h2>\n\nA list:\n<ul><li>boots</li><li>bread</li></ul>`,
    categories: [rivers.id],
    tags: outdoors === undefined ? [] : [outdoors.id],
    featured_media: medium.id,
  });
  await post({ title: 'Une promenade', content: 'Le long de l’eau.', translation_of: walk.id }, 'fr-ca');
  for (let count = 1; count <= 12; count++)
    await post({ title: `Note ${count}`, content: 'Short.', categories: [nature.id] });
  const secret = await post({ title: 'For members', content: 'The hidden words.', password: SECRET_WORD });
  const hostile = await post({
    title: '<img src=x onerror=alert(1)> & more',
    content: '<script>document.title = "taken over"</script><p onclick="alert(2)" style="color:teal">Harmless.</p>',
  });
  const draft = await make<{ link: string }>('/core/v2/posts', { title: 'Not yet', status: 'draft' });
  const event = await make<{ id: number; url: string }>('/cal/events/v1/events', {
    title: 'For members only',
    description: 'The hidden place.',
    start_date: 'tomorrow 19:00',
    end_date: 'tomorrow 20:00',
    password: SECRET_WORD,
  });
  return {
    post: walk.link,
    secretPost: secret.link,
    secretEvent: event.url,
    draft: draft.link,
    hostile: hostile.link,
  };
};
