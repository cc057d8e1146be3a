/** Requests of the editors' data layer `@wordpress/api-fetch`, with a session and a nonce that it renews. */
globalThis.window = globalThis;
const { default: apiFetch } = await import('@wordpress/api-fetch');

const [origin, cookie] = process.argv.slice(2);
const { fetch } = globalThis;
// a browser sends the cookie itself
const sent = (address, options = {}) => fetch(address, { ...options, headers: { ...options.headers, cookie } });
globalThis.fetch = sent;

const renewals = [];
const nonces = apiFetch.createNonceMiddleware('0000000000');
apiFetch.use(nonces);
apiFetch.use(apiFetch.createRootURLMiddleware(`${origin}/wp-json/`));
apiFetch.nonceMiddleware = nonces;
apiFetch.nonceEndpoint = `${origin}/wp-admin/admin-ajax.php?action=rest-nonce`;
globalThis.fetch = (address, options) => {
  if (String(address) === apiFetch.nonceEndpoint) renewals.push(address);
  return sent(address, options);
};

const made = await apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Edited', status: 'publish' } });
const changed = await apiFetch({
  path: `/wp/v2/posts/${made.id}?context=edit`,
  method: 'PUT',
  data: { title: 'Again' },
});
const listed = await apiFetch({ path: '/wp/v2/posts?per_page=1', parse: false });
const batch = await apiFetch({
  path: '/batch/v1',
  method: 'POST',
  data: { requests: [{ path: '/wp/v2/posts', method: 'POST', body: { title: 'Batched', status: 'publish' } }] },
});
const refused = await apiFetch({ path: '/wp/v2/posts/999999' }).catch(({ code }) => code);
console.log(
  JSON.stringify({
    renewals: renewals.length,
    title: changed.title.raw,
    total: Number(listed.headers.get('X-WP-Total')) > 0,
    batch: batch.responses.map(({ status }) => status),
    refused,
  }),
);
