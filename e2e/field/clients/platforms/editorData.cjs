/** Operations of the editors' data layer `@wordpress/core-data` in jsdom, with a session; prints what each one answered. */
const { JSDOM, VirtualConsole } = require('jsdom');

const [origin, cookie, nonce] = process.argv.slice(2);
const { window } = new JSDOM('<!doctype html><body>', {
  url: `${origin}/wp-admin/`,
  pretendToBeVisual: true,
  // silent: jsdom does not read the style sheets of the components
  virtualConsole: new VirtualConsole(),
});
// the modules expect the globals of a browser
for (const name of ['document', 'navigator', 'HTMLElement', 'Element', 'Node', 'MutationObserver', 'CSS', 'DOMParser'])
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
Object.assign(globalThis, {
  window: globalThis,
  location: window.location,
  getComputedStyle: window.getComputedStyle,
  requestAnimationFrame: window.requestAnimationFrame,
  cancelAnimationFrame: window.cancelAnimationFrame,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined, addListener: () => undefined }),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
});

// the form for bundlers has imports that Node does not resolve
const { default: apiFetch } = require('@wordpress/api-fetch');
const { fetch } = globalThis;
// a browser sends the cookie itself
globalThis.fetch = (address, options = {}) => fetch(address, { ...options, headers: { ...options.headers, cookie } });
apiFetch.use(apiFetch.createNonceMiddleware(nonce));
apiFetch.use(apiFetch.createRootURLMiddleware(`${origin}/wp-json/`));

const { store, __experimentalFetchLinkSuggestions: suggest } = require('@wordpress/core-data');
const { dispatch, resolveSelect, select } = require('@wordpress/data');
const [records, actions] = [resolveSelect(store), dispatch(store)];
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const throwing = { throwOnError: true };

const main = async () => {
  const post = await actions.saveEntityRecord('postType', 'post', { title: 'Typed', status: 'publish' }, throwing);
  await actions.editEntityRecord('postType', 'post', post.id, { title: 'Typed again', content: 'Two' });
  await actions.saveEditedEntityRecord('postType', 'post', post.id, throwing);
  const draft = { id: post.id, title: 'Not yet', content: 'Three', excerpt: '' };
  const autosave = await apiFetch({ path: `/wp/v2/posts/${post.id}/autosaves`, method: 'POST', data: draft });
  const query = { per_page: 1, search: 'typed' };
  const listed = await records.getEntityRecords('postType', 'post', query);
  const total = select(store).getEntityRecordsTotalItems('postType', 'post', query);
  const revisions = await records.getRevisions('postType', 'post', post.id);
  const page = await actions.saveEntityRecord('postType', 'page', { title: 'Tall ships', status: 'publish' }, throwing);
  const comment = await actions.saveEntityRecord('root', 'comment', { post: post.id, content: 'Well said' }, throwing);
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'pier.png');
  const medium = await apiFetch({ path: '/wp/v2/media', method: 'POST', body: form });
  const batched = await actions.__experimentalBatch([
    ({ saveEntityRecord }) => saveEntityRecord('taxonomy', 'post_tag', { name: 'Boats' }),
    ({ saveEntityRecord }) => saveEntityRecord('taxonomy', 'post_tag', { name: 'Sails' }),
  ]);
  const suggestions = await suggest('Tall ships', { type: 'post' }, {});
  const events = await records.getEntityRecords('postType', 'tribe_events', { per_page: 5, _embed: 'wp:term' });
  const types = await records.getPostTypes({ per_page: -1 });
  const [canCreate, me, site] = [
    await records.canUser('create', { kind: 'postType', name: 'post' }),
    await records.getCurrentUser(),
    await records.getEntityRecord('root', 'site'),
  ];
  const embed = await records.getEmbedPreview(`${origin}/typed/`);
  const menus = await records.getEntityRecords('root', 'menu', { per_page: -1, context: 'edit' });
  const theme = await records.getCurrentTheme();
  await actions.deleteEntityRecord('postType', 'post', post.id, { force: true }, throwing);
  const gone = await apiFetch({ path: `/wp/v2/posts/${post.id}` }).catch(({ code }) => code);
  console.log(
    JSON.stringify({
      title: listed[0].title.raw,
      total,
      autosave: autosave.parent === post.id,
      revisions: revisions.length > 0,
      page: page.slug,
      comment: comment.content.rendered,
      medium: medium.media_type,
      batch: batched.map(({ slug }) => slug),
      suggestions: suggestions.map(({ title }) => title),
      events: events.map(({ title, _embedded }) => [
        title.rendered,
        _embedded['wp:term'].flat().map(({ slug }) => slug),
      ]),
      types: types.map(({ slug }) => slug).includes('tribe_venue'),
      rights: canCreate,
      me: me.slug,
      site: typeof site.title,
      embed: embed.type,
      menus: Array.isArray(menus),
      theme: typeof theme?.stylesheet,
      gone,
    }),
  );
};

main().then(() => process.exit());
