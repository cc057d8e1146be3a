import { can } from '@almanac/identity';
import {
  emptyList,
  forbidden,
  linkSet,
  type RestRequest,
  type Route,
  readOnly,
  recordSchema,
  route,
  text,
} from '@almanac/rest';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { type BlockType, blockTypes } from './blockTypes.ts';

/** Routes of block types (docs/interface/core.md §8). */
export const blockTypeRoutes = (core: Core): Route[] => [
  listRoute(core, '/block-types', false),
  listRoute(core, '/block-types/{namespace:[\\w-]+}', true),
  itemRoute(core),
];

const words = z.string();
const names = z.array(words);
const nothing = z.record(words, z.never());
const noName = z.null();
const list = readOnly(emptyList, 've');
const map = readOnly(nothing, 've');

const blockTypeSchema = recordSchema(
  'block-type',
  {
    api_version: readOnly(z.int(), 've'),
    title: readOnly(words, 'vem'),
    name: readOnly(words, 'vem'),
    is_dynamic: readOnly(z.boolean(), 've'),
    description: readOnly(words, 'vem'),
    icon: readOnly(noName, 'vem'),
    attributes: readOnly(nothing, 'vem'),
    provides_context: readOnly(nothing, 'vem'),
    uses_context: readOnly(emptyList, 'vem'),
    selectors: map,
    supports: map,
    category: readOnly(words, 'vem'),
    editor_script_handles: list,
    script_handles: list,
    view_script_handles: list,
    view_script_module_ids: list,
    editor_style_handles: list,
    style_handles: list,
    view_style_handles: list,
    styles: readOnly(emptyList, 'vem'),
    variations: readOnly(emptyList, 'vem'),
    textdomain: readOnly(words, 've'),
    parent: readOnly(names.nullable(), 'vem'),
    ancestor: readOnly(noName, 'vem'),
    allowed_blocks: readOnly(noName, 'vem'),
    keywords: readOnly(emptyList, 'vem'),
    example: readOnly(noName, 'vem'),
    block_hooks: map,
  },
  { id: 'BlockType' },
);

/** @throws DomainError 401 or 403 if the caller does not write posts */
const checkReads = ({ principal }: Pick<RestRequest, 'principal'>): true => {
  if (can(principal, 'edit_posts')) return true;
  throw forbidden(principal, coreErrors.cannotReadBlockTypes);
};

const shared = {
  namespace: 'core/v2',
  methods: ['GET'],
  schema: blockTypeSchema.published,
  permission: checkReads,
} as const;

const refused = { 401: ['rest_block_type_cannot_view'], 403: ['rest_block_type_cannot_view'] };
const namespaceArg = text({ description: 'Only block types of this namespace.' });

const ofNamespace = (namespace: string | undefined): BlockType[] =>
  blockTypes.filter(({ name }) => namespace === undefined || name.startsWith(`${namespace}/`));

/** @param isCaptured true if the path names the namespace */
const listRoute = (core: Core, path: string, isCaptured: boolean): Route =>
  route({
    ...shared,
    path,
    summary: isCaptured ? 'Lists the block types of a namespace.' : 'Lists block types.',
    args: { context: contextArg, namespace: namespaceArg },
    answers: { 200: z.array(blockTypeSchema.answered), ...refused },
    handle: async (request) => ({
      body: ofNamespace(request.args.namespace).map((type) => render(core, request, type, request.args.context)),
    }),
  });

const itemRoute = (core: Core): Route =>
  route({
    ...shared,
    path: '/block-types/{namespace:[\\w-]+}/{name:[\\w-]+}',
    summary: 'Reads a block type.',
    args: { context: contextArg, namespace: namespaceArg, name: text({ description: 'The name of the block type.' }) },
    answers: { 200: blockTypeSchema.answered, ...refused, 404: ['rest_block_type_invalid'] },
    handle: async (request) => {
      const name = `${request.captures.namespace}/${request.captures.name}`;
      const type = blockTypes.find((each) => each.name === name);
      if (type === undefined) throw coreErrors.unknownBlockType();
      return { body: render(core, request, type, request.args.context) };
    },
  });

/** Renders a block type. Attributes and assets are the editor's own, so their lists are empty. */
const render = ({ texts }: Core, request: RestRequest<unknown>, type: BlockType, context: Context): object => ({
  ...(context === 'embed' ? {} : { api_version: 3 }),
  title: texts.text(type.title, request.language),
  name: type.name,
  ...(context === 'embed' ? {} : { is_dynamic: type.isDynamic === true }),
  description: '',
  icon: null,
  attributes: {},
  provides_context: {},
  uses_context: [],
  ...(context === 'embed' ? {} : { selectors: {}, supports: {} }),
  category: type.category,
  ...(context === 'embed' ? {} : assets),
  styles: [],
  variations: [],
  ...(context === 'embed' ? {} : { textdomain: 'default' }),
  parent: type.parent ?? null,
  ancestor: null,
  allowed_blocks: null,
  keywords: [],
  example: null,
  ...(context === 'embed' ? {} : { block_hooks: {} }),
  ...(wantsLinks(request) ? { _links: linksOf(request, type) } : {}),
});

const assets = {
  editor_script_handles: [],
  script_handles: [],
  view_script_handles: [],
  view_script_module_ids: [],
  editor_style_handles: [],
  style_handles: [],
  view_style_handles: [],
};

const linksOf = ({ apiRoot }: RestRequest<unknown>, { name }: BlockType) => {
  const root = `${apiRoot}/core/v2/block-types`;
  const namespace = name.slice(0, name.indexOf('/'));
  return linkSet({
    collection: [{ href: root }],
    self: [{ href: `${root}/${name}` }],
    up: [{ href: `${root}/${namespace}` }],
  });
};
