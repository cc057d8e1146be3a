/** Reads a site with `gatsby-source-wordpress` as its generator would; prints the slugs or names of the nodes by type. */
const { sourceNodes } = require('gatsby-source-wordpress/gatsby-node');

const [origin, username, password] = process.argv.slice(2);
const { log } = console;
// the plugin reports to the console
console.log = () => undefined;
const nodes = {};
const silent = () => undefined;
const generator = {
  actions: {
    createNode: (node) => {
      nodes[node.internal.type] ??= [];
      nodes[node.internal.type].push(node.slug ?? node.name);
    },
    touchNode: silent,
  },
  createNodeId: (id) => id,
  getNode: silent,
  store: { getState: () => ({}) },
  cache: { get: async () => undefined, set: async () => undefined },
  createContentDigest: () => 'digest',
  reporter: { log: silent, info: silent, warn: silent, verbose: silent },
};
const options = {
  baseUrl: new URL(origin).host,
  protocol: 'http',
  hostingWPCOM: false,
  useACF: false,
  auth: { htaccess_user: username, htaccess_pass: password },
  includedRoutes: ['**/categories', '**/posts', '**/pages', '**/tags', '**/users', '**/taxonomies', '**/comments'],
};
sourceNodes(generator, options).then(() => log(JSON.stringify(nodes)));
