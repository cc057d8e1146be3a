/**
 * Runs the routines of the node of `n8n-nodes-base` on a site; prints what each one answered. The platform around the
 * node is no part of the package: its parameters, credentials and requests are given here.
 */
const { join } = require('node:path');

const [root, origin, username, password] = process.argv.slice(2);
const { Wordpress } = require(join(root, 'dist/nodes/Wordpress/Wordpress.node.js'));

const node = new Wordpress();
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Makes a request as the platform does: throws for an error, and returns the body or the whole response. */
const requestWithAuthentication = async (_credentials, { method, uri, qs = {}, body, headers, ...options }) => {
  const address = new URL(uri);
  for (const [name, value] of Object.entries(qs)) address.searchParams.set(name, value);
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(address, { method, headers: { ...headers, authorization }, ...sent });
  const read = await response.json();
  if (!response.ok) throw Object.assign(new Error(read.message), { statusCode: response.status, error: read });
  const answered = { statusCode: response.status, headers: Object.fromEntries(response.headers), body: read };
  return options.resolveWithFullResponse ? answered : read;
};

const surroundings = (parameters) => ({
  getInputData: () => [{ json: {} }],
  getNodeParameter: (name, _item, preset) => parameters[name] ?? preset,
  getCredentials: async () => ({ url: origin, username, password }),
  getNode: () => ({ name: 'site', type: 'wordpress', typeVersion: 1, parameters: {} }),
  continueOnFail: () => false,
  helpers: {
    requestWithAuthentication,
    returnJsonArray: (found) => [found].flat().map((json) => ({ json })),
    constructExecutionMetaData: (items) => items,
  },
});

/** Runs an operation of the node; returns the records it answers. */
const run = async (resource, operation, parameters = {}) => {
  const given = { resource, operation, options: {}, additionalFields: {}, updateFields: {}, ...parameters };
  const [items] = await node.execute.call(surroundings(given));
  return items.map(({ json }) => json);
};

const main = async () => {
  const [post] = await run('post', 'create', {
    title: 'By a node',
    additionalFields: { status: 'publish', content: 'One', categories: [1] },
  });
  const [changed] = await run('post', 'update', { postId: `${post.id}`, updateFields: { title: 'Changed by a node' } });
  const [read] = await run('post', 'get', { postId: `${post.id}`, options: { context: 'edit' } });
  const some = await run('post', 'getAll', { returnAll: false, limit: 1, options: { search: 'by a node' } });
  const all = await run('post', 'getAll', { returnAll: true, options: { status: 'publish', orderBy: 'title' } });
  const [removed] = await run('post', 'delete', { postId: `${post.id}`, options: { force: true } });
  const [page] = await run('page', 'create', {
    title: 'Node page',
    additionalFields: { status: 'publish', menuOrder: 2 },
  });
  const [moved] = await run('page', 'update', { pageId: `${page.id}`, updateFields: { slug: 'moved' } });
  const pages = await run('page', 'getAll', { returnAll: true, options: {} });
  const [trashed] = await run('page', 'delete', { pageId: `${page.id}`, options: {} });
  const person = { username: 'nora', name: 'Nora', firstName: 'Nora', lastName: 'N', email: 'nora@example.org' };
  const [user] = await run('user', 'create', { ...person, password: 'seven herons at the harbour' });
  const [renamed] = await run('user', 'update', { userId: `${user.id}`, updateFields: { name: 'Nora Nord' } });
  const users = await run('user', 'getAll', { returnAll: true, options: {} });
  const [alone] = await run('user', 'get', { userId: `${user.id}`, options: { context: 'edit' } });
  const refused = await run('post', 'get', { postId: '999999' }).catch(({ httpCode }) => httpCode);
  const choices = await node.methods.loadOptions.getCategories.call(surroundings({}));
  console.log(
    JSON.stringify({
      post: [changed.title.rendered, read.content.raw, removed.deleted],
      lists: [some.length, new Set(all.map(({ id }) => id)).size === all.length && all.length],
      page: [moved.slug, pages.some(({ id }) => id === page.id), trashed.status],
      user: [renamed.name, users.some(({ id }) => id === user.id), alone.email],
      refused,
      choices: choices.map(({ name }) => name),
    }),
  );
};

main();
