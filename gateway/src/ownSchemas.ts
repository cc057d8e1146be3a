import { embeddedSchema, emptyList, linksSchema } from '@almanac/rest';
import { z } from 'zod';

const text = z.string();
const links = { _links: linksSchema.optional(), _embedded: embeddedSchema.optional() };

/** A described route (docs/interface/server.md §13.2). */
const route = z
  .looseObject({
    namespace: text,
    methods: z.array(text),
    endpoints: z.array(
      z.looseObject({ methods: z.array(text), args: z.union([z.record(text, z.unknown()), emptyList]) }),
    ),
  })
  .meta({ id: 'RouteDescription' });

const routes = z.record(text, route);

/** The site index (docs/interface/server.md §13). */
export const indexSchema = z
  .strictObject({
    name: text,
    description: text,
    url: text,
    home: text,
    gmt_offset: z.number(),
    timezone_string: text,
    page_for_posts: z.int(),
    page_on_front: z.int(),
    show_on_front: text,
    namespaces: z.array(text),
    authentication: z.union([z.record(text, z.unknown()), emptyList]),
    routes,
    site_logo: z.int(),
    site_icon: z.int(),
    site_icon_url: text,
    ...links,
  })
  .meta({ id: 'SiteIndex' });

/** The index of a namespace (docs/interface/server.md §14). */
export const namespaceSchema = z.strictObject({ namespace: text, routes, ...links }).meta({ id: 'NamespaceIndex' });

const entry = z.strictObject({
  body: z.unknown(),
  status: z.int(),
  headers: z.union([z.record(text, z.union([text, z.number()])), emptyList]),
});

/** The answers to the requests of a batch, in their order (docs/interface/batch.md). */
export const batchSchema = z
  .strictObject({ failed: z.literal('validation').optional(), responses: z.array(entry.nullable()) })
  .meta({ id: 'BatchAnswers' });
