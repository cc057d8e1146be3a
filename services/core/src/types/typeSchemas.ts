import { type Answers, emptyList, readOnly, recordSchema } from '@almanac/rest';
import { z } from 'zod';

const text = z.string();
const texts = z.record(text, text);
const flag = z.boolean();
const flags = z.record(text, flag);

const answersOf = (
  record: z.ZodType,
  kind: string,
  more: readonly string[] = [],
): Record<'list' | 'read', Answers> => ({
  list: { 200: z.record(text, record), 401: ['rest_cannot_view'], 403: ['rest_cannot_view'] },
  read: { 200: record, 401: more, 403: more, 404: [`rest_${kind}_invalid`] },
});

/** A status of posts (docs/interface/core.md §3). */
export const statusSchema = recordSchema(
  'status',
  {
    name: readOnly(text, 'vem'),
    private: readOnly(flag, 'e'),
    protected: readOnly(flag, 'e'),
    public: readOnly(flag, 've'),
    queryable: readOnly(flag, 've'),
    show_in_list: readOnly(flag, 'e'),
    slug: readOnly(text, 'vem'),
    date_floating: readOnly(flag, 've'),
  },
  { id: 'Status' },
);

export const statusAnswers = answersOf(statusSchema.answered, 'status', ['rest_cannot_read_status']);

/** A taxonomy (docs/interface/core.md §4). */
export const taxonomySchema = recordSchema(
  'taxonomy',
  {
    capabilities: readOnly(texts, 'e'),
    description: readOnly(text, 've'),
    labels: readOnly(texts, 'e'),
    name: readOnly(text, 'vem'),
    slug: readOnly(text, 'vem'),
    show_cloud: readOnly(flag, 'e'),
    types: readOnly(z.array(text), 've'),
    hierarchical: readOnly(flag, 've'),
    rest_base: readOnly(text, 'vem'),
    rest_namespace: readOnly(text, 'vem'),
    visibility: readOnly(flags, 'e'),
  },
  { id: 'Taxonomy' },
);

export const taxonomyAnswers = answersOf(taxonomySchema.answered, 'taxonomy');

/** A type of records (docs/interface/core.md §2). */
export const typeSchema = recordSchema(
  'type',
  {
    capabilities: readOnly(texts, 'e'),
    description: readOnly(text, 've'),
    hierarchical: readOnly(flag, 've'),
    has_archive: readOnly(flag, 've'),
    visibility: readOnly(flags, 'e'),
    viewable: readOnly(flag, 'e'),
    labels: readOnly(texts, 'e'),
    name: readOnly(text, 'vem'),
    slug: readOnly(text, 'vem'),
    icon: readOnly(text.nullable(), 'vem'),
    supports: readOnly(z.record(text, z.unknown()), 'e'),
    taxonomies: readOnly(z.array(text), 've'),
    rest_base: readOnly(text, 'vem'),
    rest_namespace: readOnly(text, 'vem'),
    template: readOnly(emptyList, 'vem'),
    template_lock: readOnly(z.literal(false), 'vem'),
  },
  { id: 'Type' },
);

export const typeAnswers = answersOf(typeSchema.answered, 'type', ['rest_cannot_read_type']);
