/** Operations of the client library `wpapi` on a site; prints what each one answered. */
import WPAPI from 'wpapi';

const [origin, username, password] = process.argv.slice(2);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const site = await WPAPI.discover(origin, { username, password });
const client = new WPAPI({ endpoint: site._options.endpoint, username, password });
const made = await client.posts().create({ title: 'Made', content: 'One.', status: 'publish' });
await client.posts().create({ title: 'Other', status: 'publish' });
const list = await client.posts().perPage(1).page(2);
const changed = await client.posts().id(made.id).update({ title: 'Changed' });
const medium = await client.media().file(png, 'pier.png').create({ title: 'Pier', alt_text: 'A pier' });
await client.posts().id(made.id).update({ featured_media: medium.id });
const embedded = await client.posts().id(made.id).embed();
const revisions = await client.posts().id(made.id).revisions();
const autosave = await client.posts().id(made.id).autosaves().create({ title: 'Saved', content: 'Two.' });
const category = await client.categories().create({ name: 'Music' });
const eventCategories = await site
  .namespace('wp/v2')
  .tribe_events_cat()
  .param({ hide_empty: true, orderby: 'count', order: 'desc' });
const [found] = await client.posts().search('Changed').get();
const me = await client.users().me();
const types = await client.types();
const removed = await client.posts().id(made.id).delete({ force: true });
const gone = await client
  .posts()
  .id(made.id)
  .get()
  .catch(({ code }) => code);
console.log(
  JSON.stringify({
    namespace: site.namespace !== undefined,
    endpoint: site._options.endpoint,
    paging: { total: list._paging.total, pages: list._paging.totalPages, items: list.length },
    title: changed.title.rendered,
    medium: [medium.media_type, medium.alt_text],
    featured: embedded._embedded['wp:featuredmedia'][0].id === medium.id,
    author: embedded._embedded.author[0].slug,
    revisions: revisions.length,
    autosave: autosave.parent === made.id,
    category: category.slug,
    eventCategories: eventCategories.map(({ slug }) => slug),
    found: found.id === made.id,
    me: me.slug,
    types: Object.keys(types).includes('post'),
    removed: [removed.deleted, removed.previous.id === made.id],
    gone,
  }),
);
