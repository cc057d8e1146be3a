import { finishingJobs } from '@almanac/content-model/testing';
import { createSigner } from '@almanac/event-sourcing';
import { eraseSubject } from '@almanac/service/operations';
import { personKeysUnderTest } from '@almanac/service/testing';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
import { picture, uploadRaw } from './media/testing.contract.ts';
import { registrations } from './service.ts';
import { settingsDecider } from './settings/settingsCommands.ts';
import { SITE } from './settings/siteSettings.ts';
import { context, ORIGIN, type RoleName, type TestService } from './testing.contract.ts';

/** Sends requests as an administrator, in English by default, and returns the resulting record. */
const asking =
  (core: TestService) =>
  async (method: string, path: string, body?: object, { as = 'administrator', language = 'en' }: Asking = {}) => {
    const answer = await core.ask(as, method, `/core/v2/${path}`, body, { 'x-almanac-language': language });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

interface Asking {
  readonly as?: RoleName;
  readonly language?: string;
}

type Ask = ReturnType<typeof asking>;

/** Causes every type of event of core, at least once with all members that it can have. */
export const causeAllCoreEvents = async (core: TestService): Promise<void> => {
  const ask = asking(core);
  const [category, tag] = [await termLife(ask, 'categories'), await termLife(ask, 'tags')];
  const image = (await uploaded(core, 'pier.png')).id;
  await postLife(ask, { category, tag, image });
  await autosaveLife(ask);
  await mediumLife(core, ask);
  await userLife(core, ask);
  await ask('PATCH', 'settings', otherSettings);
  await finishedTranslations(core, ask);
  await pageLife(ask);
  await commentLife(core, ask);
  await menuLife(core, ask);
};

/** Finishes two translations: one is written, one has no source. */
const finishedTranslations = async (core: TestService, ask: Ask): Promise<void> => {
  const jobs = finishingJobs(ownerOfTranslations(core));
  const { id } = await ask('POST', 'posts', { title: 'Fair', status: 'publish' });
  await jobs.finish({ source: { type: 'post_post', id }, units: { title: 'Foire' } });
  await jobs.finish({ source: { type: 'post_post', id: 999 }, units: { title: 'Foire' }, job: 3 });
};

/** Another value for every setting that can be changed. */
const otherSettings = {
  title: 'Quay',
  description: 'By the water',
  timezone: 'Europe/Berlin',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  start_of_week: 0,
  posts_per_page: 20,
  events_per_page: 30,
  currency_symbol: '€',
  currency_code: 'EUR',
  currency_position: 'postfix',
  day_cutoff: '04:00',
  zone_mode: 'site',
  default_ping_status: 'closed',
  default_comment_status: 'closed',
  visitor_comments: true,
  comment_held_words: ['lottery'],
};

/** Creates, changes and deletes terms; returns the id of an existing one. */
const termLife = async (ask: Ask, base: 'categories' | 'tags'): Promise<number> => {
  const above = await ask('POST', base, { name: 'Coast', slug: 'coast', description: 'All along it' });
  const below = base === 'categories' ? { parent: above.id } : {};
  const { id } = await ask('POST', base, { name: 'Piers', ...below });
  const texts = { name: 'Quays', slug: 'at-the-quay', description: 'Of <em>stone</em>' };
  const change = { ...texts, i18n_minor_edit: true };
  await ask('PUT', `${base}/${id}`, { ...change, ...(base === 'categories' && { parent: 0 }) });
  await ask('POST', base, { name: 'Quais', translation_of: id }, { language: 'fr-ca' });
  const gone = await ask('POST', base, { name: 'Gone' });
  await ask('DELETE', `${base}/${gone.id}?force=true`);
  return above.id;
};

const uploaded = async (core: TestService, name: string, query = ''): Promise<{ readonly id: number }> => {
  const headers = { 'content-type': 'image/png' };
  const content = await picture(400, 320, 'png');
  const { status, body } = await uploadRaw(core, { as: 'administrator', content, name, headers, query });
  if (status !== 201) throw new Error(`upload of ${name}: ${status} ${JSON.stringify(body)}`);
  return body;
};

interface ReferencedIds {
  readonly category: number;
  readonly tag: number;
  readonly image: number;
}

const postLife = async (ask: Ask, { category, tag, image }: ReferencedIds): Promise<void> => {
  const { id } = await ask('POST', 'posts', { title: 'Harbour' });
  await ask('PUT', `posts/${id}`, {
    title: 'Harbour “fair”',
    content: '<p>Boats</p>',
    excerpt: 'Boats',
    password: 'tide',
    author: 2,
    slug: 'harbour-fair',
    date: '2026-04-01T09:00:00',
    featured_media: image,
    comment_status: 'closed',
    ping_status: 'closed',
    format: 'aside',
    template: '',
    meta: { _EventCost: '5', _EventVenueID: [3] },
    categories: [category],
    tags: [tag],
    i18n_minor_edit: true,
  });
  await ask('PUT', `posts/${id}`, { password: '', sticky: true });
  await ask('PUT', `posts/${id}`, { status: 'pending', slug: 'fair' });
  await ask('PUT', `posts/${id}`, { status: 'future', date: '2026-09-01T09:00:00', slug: 'autumn-fair' });
  await ask('PUT', `posts/${id}`, { status: 'publish', date: '2026-04-02T09:00:00', slug: 'spring-fair' });
  await ask('POST', 'posts', { title: 'Port', status: 'publish', translation_of: id }, { language: 'fr-ca' });
  const [revision] = await ask('GET', `posts/${id}/revisions`);
  await ask('DELETE', `posts/${id}/revisions/${revision.id}?force=true`);
  await ask('DELETE', `tags/${tag}?force=true`);
  await ask('DELETE', `posts/${id}`);
  await ask('PUT', `posts/${id}`, { status: 'draft' });
  await ask('DELETE', `posts/${id}?force=true`);
};

/** Writes, changes, moderates and deletes comments, and erases the writer of one. */
const commentLife = async (core: TestService, ask: Ask): Promise<void> => {
  const { id: post } = await ask('POST', 'posts', { title: 'Talk', status: 'publish', comment_status: 'open' });
  const other = await ask('POST', 'posts', { title: 'Elsewhere', status: 'publish', comment_status: 'open' });
  const { id } = await ask('POST', 'comments', { post, content: 'When?', author_name: 'Vera', author_url: ORIGIN });
  const texts = { content: 'Soon', author_name: 'Ann', author_url: `${ORIGIN}/ann`, author: 2, status: 'approve' };
  await ask('PUT', `comments/${id}`, { ...texts, post: other.id, parent: id, date: '2026-04-01T09:00:00' });
  const gone = await ask('POST', 'comments', { post, content: 'Gone' });
  await ask('DELETE', `comments/${gone.id}?force=true`);
  await erase(core, { kind: 'comment', id });
};

/** Creates, changes and deletes menus and their items, and stores the links of the pages. */
const menuLife = async (core: TestService, ask: Ask): Promise<void> => {
  const { id: menus } = await ask('POST', 'menus', { name: 'Top', description: 'Above', locations: ['primary'] });
  await ask('PUT', `menus/${menus}`, { name: 'Main', slug: 'main', description: 'All', auto_add: true });
  const item = await ask('POST', 'menu-items', { title: 'Out', url: '/out/', menus });
  const texts = { title: 'Away', url: '/away/', attr_title: 'Off', description: 'There', target: '_blank' };
  const place = { menus: 0, menu_order: 2, parent: 1, status: 'draft', classes: ['wide'], xfn: ['friend'] };
  await ask('PUT', `menu-items/${item.id}`, { ...texts, ...place });
  await ask('PUT', `menu-items/${item.id}`, { type: 'post_type', object: 'page', object_id: 3 });
  await ask('DELETE', `menu-items/${item.id}?force=true`);
  const navigation = { primary: [{ id: 1, parent: 0, text: 'Out', href: '/out/' }] };
  await core.commands.run(context(), (unit) =>
    unit.decide(settingsDecider, SITE, { type: 'ChangeSettings', changes: { navigation } }, undefined),
  );
  await ask('DELETE', `menus/${menus}?force=true`);
};

/** Creates a page below another, moves both, and deletes the one above. */
const pageLife = async (ask: Ask): Promise<void> => {
  const top = await ask('POST', 'pages', { title: 'Parish', status: 'publish' });
  const { id } = await ask('POST', 'pages', { title: 'Council', status: 'publish', parent: top.id, menu_order: 2 });
  await ask('PUT', `pages/${id}`, { menu_order: 3 });
  await ask('PUT', `pages/${top.id}`, { slug: 'community' });
  await ask('DELETE', `pages/${top.id}?force=true`);
};

const autosaveLife = async (ask: Ask): Promise<void> => {
  const { id } = await ask('POST', 'posts', { title: 'Quay', status: 'publish' });
  const meta = (footnotes: string) => ({ meta: { footnotes } });
  await ask('POST', `posts/${id}/autosaves`, { title: 'Quay 2', content: 'Old', excerpt: 'Old', ...meta('[]') });
  const note = JSON.stringify([{ id: 'note', content: 'A note' }]);
  await ask('POST', `posts/${id}/autosaves`, { title: 'Quay 3', content: 'New', excerpt: 'New', ...meta(note) });
  await ask('DELETE', `posts/${id}?force=true`);
};

const mediumLife = async (core: TestService, ask: Ask): Promise<void> => {
  const post = await ask('POST', 'posts', { title: 'Pictured', status: 'publish' });
  const cover = await uploaded(core, 'cover.png');
  const { id } = await uploaded(core, 'boats.png');
  await ask('PUT', `media/${id}`, {
    title: 'Boats',
    caption: 'At low tide',
    description: 'Five boats',
    alt_text: 'Boats on sand',
    author: 2,
    slug: 'five-boats',
    date: '2026-04-01T09:00:00',
    status: 'private',
    post: post.id,
    featured_media: cover.id,
    comment_status: 'closed',
    ping_status: 'open',
    template: '',
    meta: { _EventCost: '5' },
  });
  await ask('DELETE', `posts/${post.id}?force=true`);
  await ask('DELETE', `media/${id}?force=true`);
};

const userLife = async (core: TestService, ask: Ask): Promise<void> => {
  const register = async (username: string): Promise<number> => {
    const email = `${username}@example.test`;
    return (await ask('POST', 'users', { username, password: 'a long enough one 7', email, roles: ['author'] })).id;
  };
  const id = await register('mate');
  await ask('PUT', `users/${id}`, {
    name: 'Mate',
    first_name: 'Mary',
    last_name: 'Mate',
    nickname: 'M',
    email: 'm@example.test',
    url: `${ORIGIN}/mate`,
    description: 'Sails',
    slug: 'mary',
    locale: 'fr_CA',
    roles: ['editor'],
    password: 'another long one 8',
  });
  const phone = await ask('POST', `users/${id}/application-passwords`, { name: 'Phone', app_id: APPLICATION });
  await ask('PUT', `users/${id}/application-passwords/${phone.uuid}`, { name: 'New phone' });
  await ask('DELETE', `users/${id}/application-passwords/${phone.uuid}`);
  const leaving = await register('cook');
  await ask('DELETE', `users/${leaving}?force=true&reassign=1`);
  await erase(core, { kind: 'user', id: leaving });
};

const erase = async (core: TestService, subject: Parameters<typeof eraseSubject>[1]): Promise<void> => {
  const signer = createSigner({ ...core, service: 'core' });
  const persons = personKeysUnderTest('core', core.entries);
  const service = { ...core, name: 'core', registrations, signer, persons, close: () => undefined } as const;
  await eraseSubject(service, subject, { now: core.now, onProgress: () => undefined });
};

const APPLICATION = '11111111-2222-4333-8444-555555555555';
