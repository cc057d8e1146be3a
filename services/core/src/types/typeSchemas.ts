import { type Answers, embeddedSchema, emptyList, linksSchema } from '@almanac/rest';
import { z } from 'zod';

const text = z.string();
const texts = z.record(text, text);
const edited = z.boolean().optional();
const links = { _links: linksSchema.optional(), _embedded: embeddedSchema.optional() };

const answersOf = (
  record: z.ZodType,
  kind: string,
  more: readonly string[] = [],
): Record<'list' | 'read', Answers> => ({
  list: { 200: z.record(text, record), 401: ['rest_cannot_view'], 403: ['rest_cannot_view'] },
  read: { 200: record, 401: more, 403: more, 404: [`rest_${kind}_invalid`] },
});

/** A status of posts (docs/interface/core.md §3). */
const status = z
  .strictObject({
    name: text,
    private: edited,
    protected: edited,
    public: edited,
    queryable: edited,
    show_in_list: edited,
    slug: text,
    date_floating: edited,
    ...links,
  })
  .meta({ id: 'Status' });

export const statusAnswers = answersOf(status, 'status', ['rest_cannot_read_status']);

/** A taxonomy (docs/interface/core.md §4). */
const taxonomy = z
  .strictObject({
    capabilities: texts.optional(),
    description: text.optional(),
    labels: texts.optional(),
    name: text,
    slug: text,
    show_cloud: edited,
    types: z.array(text).optional(),
    hierarchical: edited,
    rest_base: text,
    rest_namespace: text,
    visibility: z.record(text, z.boolean()).optional(),
    ...links,
  })
  .meta({ id: 'Taxonomy' });

export const taxonomyAnswers = answersOf(taxonomy, 'taxonomy');

/** A type of records (docs/interface/core.md §2). */
const type = z
  .strictObject({
    capabilities: texts.optional(),
    description: text.optional(),
    hierarchical: edited,
    has_archive: edited,
    visibility: z.record(text, z.boolean()).optional(),
    viewable: edited,
    labels: texts.optional(),
    name: text,
    slug: text,
    icon: text.nullable(),
    supports: z.record(text, z.unknown()).optional(),
    taxonomies: z.array(text),
    rest_base: text,
    rest_namespace: text,
    template: emptyList,
    template_lock: z.literal(false),
    ...links,
  })
  .meta({ id: 'Type' });

export const typeAnswers = answersOf(type, 'type', ['rest_cannot_read_type']);
