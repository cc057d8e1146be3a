import { credentials, type SiteProcess } from '../site.ts';
import type { Sample } from './shownMembers.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const CAL = '/cal/events/v1';
const asAdmin = { as: 'admin' };

/** Statuses of a content item, some of which hide it. */
const KINDS: readonly (readonly [what: string, members: object])[] = [
  ['published', { status: 'publish' }],
  ['draft', { status: 'draft' }],
  ['private', { status: 'private' }],
];
const PROTECTED = ['protected', { status: 'publish', password: 'sesame' }] as const;

/** Creates records of every kind, all by an administrator, so that no other role sees them as their author. */
export const makeShownRecords = async (site: SiteProcess): Promise<ReadonlyMap<string, readonly Sample[]>> => {
  const samples = new Map<string, Sample[]>();
  const send = async (path: string, body: object, method = 'POST') => {
    const answer = await site.request<{ id: number; slug?: string }>(method, path, { as: 'admin', body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const keep = (path: string, what: string, { id, slug = '' }: { id: number; slug?: string }): void => {
    const one = String(id);
    samples.getOrInsertComputed(path, () => []).push({ what, captured: { id: one, slug, parent: one, user_id: one } });
  };
  const make = async (path: string, what: string, body: object) => {
    const made = await send(path, body);
    keep(path, what, made);
    return made.id;
  };
  const upload = async (query: string, what: string): Promise<number> => {
    const headers = {
      authorization: credentials('admin'),
      'content-type': 'image/gif',
      'content-disposition': 'attachment; filename="dot.gif"',
    };
    const answer = await fetch(`${site.root}/core/v2/media${query}`, { method: 'POST', headers, body: GIF });
    const made = (await answer.json()) as { id: number };
    keep('/core/v2/media', what, made);
    return made.id;
  };

  const keepSaved = async (kind: string, what: string, parent: number): Promise<void> => {
    const saved = await site.request<{ id: number }[]>('GET', `/core/v2/posts/${parent}/${kind}`, asAdmin);
    const captured = { parent: String(parent), id: String(saved.body[0]?.id) };
    const name = `/core/v2/posts/{parent}/${kind}/{id}`;
    samples.getOrInsertComputed(name, () => []).push({ what, captured });
  };

  const media = [await upload('', 'published'), await upload('?status=private', 'private')];
  const term = { name: 'Harbour', description: 'All about it' };
  const terms = {
    categories: [await make('/core/v2/categories', 'used', term)],
    tags: [await make('/core/v2/tags', 'used', term)],
  };
  const text = { content: 'Seven herons', excerpt: 'Herons', featured_media: media[0], ...terms };
  for (const [what, members] of [...KINDS, PROTECTED]) {
    const id = await make('/core/v2/posts', what, { title: `A ${what} post`, ...text, ...members });
    await send(`/core/v2/posts/${id}`, { content: 'Eight herons' });
    await send(`/core/v2/posts/${id}/autosaves`, { content: 'Nine herons' });
    for (const kind of ['revisions', 'autosaves']) await keepSaved(kind, what, id);
  }
  await send('/core/v2/users/1', {
    first_name: 'Ada',
    last_name: 'Quay',
    description: 'Writes',
    url: 'https://ada.example',
  });
  keep('/core/v2/users', 'author', { id: 1 });
  keep('/core/v2/users', 'subscriber', { id: 5 });
  samples.set('/core/v2/types', [{ what: 'post', captured: { type: 'post' } }]);
  samples.set('/core/v2/taxonomies', [{ what: 'category', captured: { taxonomy: 'category' } }]);
  samples.set(
    '/core/v2/statuses',
    ['publish', 'draft'].map((status) => ({ what: status, captured: { status } })),
  );
  const [own] = (await site.request<{ uuid: string }[]>('GET', `/core/v2/users/1/application-passwords`, asAdmin)).body;
  const password = { user_id: '1', uuid: own?.uuid ?? '' };
  samples.set('/core/v2/users/{user_id}/application-passwords/{uuid}', [{ what: 'author', captured: password }]);

  const contact = { phone: '555 0101', website: 'https://quay.example', description: 'By the water', image: media[0] };
  const place = { address: 'Quay 1', city: 'Riverside', country: 'Canada', province: 'QC', zip: 'G1A', ...contact };
  const linked: Record<string, number[]> = { venue: [], organizer: [] };
  for (const [what, members] of KINDS) {
    linked.venue?.push(await make(`${CAL}/venues`, what, { venue: `A ${what} quay`, ...place, ...members }));
    const guild = { organizer: `A ${what} guild`, email: `${what}@guild.example`, ...contact, ...members };
    linked.organizer?.push(await make(`${CAL}/organizers`, what, guild));
  }
  const calendarTerms = {
    categories: [await make(`${CAL}/categories`, 'used', term)],
    tags: [await make(`${CAL}/tags`, 'used', { ...term, name: 'Quay' })],
  };
  const when = {
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 21:00:00',
    cost: '15',
    website: 'https://herons.example',
  };
  const event = {
    ...when,
    description: 'Seven herons',
    excerpt: 'Herons',
    image: media[0],
    ...linked,
    ...calendarTerms,
  };
  for (const [what, members] of [...KINDS, PROTECTED])
    await make(`${CAL}/events`, what, { title: `A ${what} evening`, ...event, ...members });
  for (const kind of ['events', 'venues', 'organizers'])
    samples.set(`/calx/v1/${kind}`, [...(samples.get(`${CAL}/${kind}`) ?? [])]);
  for (const [what, members] of KINDS.slice(0, 2))
    await make('/popup/v1/popups', what, { title: `A ${what} offer`, content: 'Herons', ...members });
  await make('/i18n/st/v1/strings', 'registered', { domain: 'forms', name: 'n', value: 'Send' });
  return samples;
};
