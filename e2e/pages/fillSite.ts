import { loadSample } from '@almanac/infra/sample';
import { createSiteClient, type UploadingClient } from '@almanac/infra/site-client';
import sharp from 'sharp';
import { password, type SiteProcess } from '../site.ts';

/** Addresses of the pages of records written in addition to the sample's events. */
export interface SamplePages {
  readonly post: string;
  readonly secretPost: string;
  readonly secretEvent: string;
  readonly draft: string;
  readonly hostile: string;
}

export const SECRET_WORD = 'sesame';

type Make = <Body>(path: string, body: object, language?: string) => Promise<Body>;
type CreatedRecord = { readonly id: number; readonly link: string };

const PICTURE = { create: { width: 1600, height: 900, channels: 3, background: 'teal' } } as const;

const uploadPicture = async (client: UploadingClient): Promise<number> => {
  const bytes = Buffer.from(await sharp(PICTURE).jpeg().toBuffer());
  const { id } = await client.upload<CreatedRecord>('/core/v2/media', { name: 'river.jpg', type: 'image/jpeg', bytes });
  const words = { alt_text: 'The river at dawn', caption: 'Seen from the bridge.' };
  await client.request('POST', `/core/v2/media/${id}`, words);
  return id;
};

const WALK = `${'Along the water, past the mill and the weir. '.repeat(12)}

<h2>The weir</h2>

A list:
<ul><li>boots</li><li>bread</li></ul>`;

/** Creates a post with all its members, its translation, and enough other posts for a second page. */
const makePosts = async (make: Make, more: object): Promise<CreatedRecord> => {
  const post = (body: object, language?: string) =>
    make<CreatedRecord>('/core/v2/posts', { status: 'publish', ...body }, language);
  const nature = await make<CreatedRecord>('/core/v2/categories', { name: 'Nature & town' });
  const rivers = await make<CreatedRecord>('/core/v2/categories', { name: 'Rivers', parent: nature.id });
  await make('/core/v2/categories', { name: 'Nature et ville', translation_of: nature.id }, 'fr-ca');
  const title = 'A walk along the “old” river';
  const walk = await post({ title, content: WALK, categories: [rivers.id], ...more });
  await post({ title: 'Une promenade', content: 'Le long de l’eau.', translation_of: walk.id }, 'fr-ca');
  for (let count = 1; count <= 12; count++) {
    await post({ title: `Note ${count}`, content: 'Short.', categories: [nature.id] });
  }
  return walk;
};

const makeSecrets = async (make: Make) => {
  const password = SECRET_WORD;
  const content = 'The hidden words.';
  const post = await make<CreatedRecord>('/core/v2/posts', {
    status: 'publish',
    title: 'For members',
    content,
    password,
  });
  const event = await make<{ readonly url: string }>('/cal/events/v1/events', {
    title: 'For members only',
    description: 'The hidden place.',
    start_date: 'tomorrow 19:00',
    end_date: 'tomorrow 20:00',
    password,
  });
  return { secretPost: post.link, secretEvent: event.url };
};

const HOSTILE = {
  title: '<img src=x onerror=alert(1)> & more',
  content: '<script>document.title = "taken over"</script><p onclick="alert(2)" style="color:teal">Harmless.</p>',
};

/** Fills a site with the sample's events in three languages, and with posts of every kind that has a page. */
export const fillSite = async (site: SiteProcess): Promise<SamplePages> => {
  const clientOf = (language: string) =>
    createSiteClient({ root: `${site.origin}/${language}/json`, user: 'admin', password: password('admin') });
  await loadSample(clientOf, Temporal.Now.instant());
  const make: Make = (path, body, language = 'en') => clientOf(language).request('POST', path, body);
  const english = clientOf('en');
  const tags = await english.request<CreatedRecord[]>('GET', '/core/v2/tags?slug=outdoors');
  const featured_media = await uploadPicture(english);
  const walk = await makePosts(make, { tags: tags.map(({ id }) => id), featured_media });
  const secrets = await makeSecrets(make);
  const hostile = await make<CreatedRecord>('/core/v2/posts', { status: 'publish', ...HOSTILE });
  const draft = await make<CreatedRecord>('/core/v2/posts', { title: 'Not yet', status: 'draft' });
  return { post: walk.link, ...secrets, draft: draft.link, hostile: hostile.link };
};
