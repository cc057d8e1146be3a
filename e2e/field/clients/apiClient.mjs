/** Operations of the client library `wordpress-api-client` on a site; prints what each one answered. */
import library from 'wordpress-api-client';

const [origin, username, password] = process.argv.slice(2);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const client = new library.default(origin, {
  auth: { type: 'basic', username, password },
  onError: async () => undefined,
});

const made = await client.post().create({ title: { rendered: 'Made' }, status: 'publish' });
const changed = await client.post().update({ title: { rendered: 'Changed' } }, made.id);
const [found] = await client.post().find(made.id);
const revisions = await client.post().revision(made.id).find();
const page = await client.page().create({ title: { rendered: 'About' }, status: 'publish' });
const comment = await client.comment().create({ post: made.id, content: { rendered: 'Well said' } });
const [read] = await client.comment().find(comment.id);
const medium = await client.media().create('pier.png', png, 'image/png', { alt_text: 'A pier' }, 'Caption');
await client.media().update({ title: { rendered: 'Pier' } }, medium.id);
const [gone] = await client.media().delete(medium.id);
const category = await client.postCategory().create({ name: 'Ships' });
const tag = await client.postTag().create({ name: 'Sails' });
const me = await client.user().findMe();
const key = await client.applicationPassword().create(me.id, '22222222-2222-4222-8222-222222222222', 'Phone');
const settings = await client.siteSettings().update({ description: 'Ships and sails' });
const [types, taxonomies, statuses] = [await client.postType(), await client.taxonomy(), await client.status()];
const [blocks, plugins] = [await client.blockType(), await client.plugin().find()];
const removed = await client.post().delete(made.id);
const missing = await client
  .post()
  .find(999_999)
  .catch(({ message }) => message.includes('(404)'));
console.log(
  JSON.stringify({
    title: changed.title.rendered,
    author: found._embedded.author[0].slug,
    revisions: revisions.length,
    page: page.slug,
    comment: [read.post === made.id, read.content.rendered],
    medium: [medium.media_type, gone.deleted],
    terms: [category.slug, tag.slug],
    me: [me.slug, Object.keys(me.avatar_urls)],
    key: key.password.length > 20,
    settings: settings.description,
    lists: [types.post.slug, taxonomies.category.slug, statuses.publish.slug, blocks.length > 0, plugins.length > 0],
    removed: removed[0].status,
    missing,
  }),
);
