import { i18nSchema } from '@almanac/content-model';
import { address, created, deleted, emptyList, pagesOfRecords, readOnly, recordSchema } from '@almanac/rest';
import { z } from 'zod';
import { schemaMembers } from '../fields.ts';
import { categories, type Taxonomy, tags, taxonomies } from './term.ts';
import { termFields } from './termFields.ts';

const { description, name, slug, parent } = termFields;

/** Returns the schema of a taxonomy's terms (docs/interface/core-terms.md §3). */
const termSchemaOf = (taxonomy: Taxonomy) => {
  const { hierarchical } = taxonomy;
  return recordSchema(
    taxonomy.slug === 'post_tag' ? 'tag' : taxonomy.slug,
    {
      id: readOnly(z.int(), 'vem'),
      count: readOnly(z.int(), 've'),
      ...schemaMembers({ description }),
      link: readOnly(address, 'vem'),
      ...schemaMembers({ name, slug }),
      taxonomy: readOnly(z.enum(taxonomies.map((each) => each.slug)), 'vem'),
      ...(hierarchical ? schemaMembers({ parent }) : {}),
      meta: { ...readOnly(z.looseObject({}), 've'), schema: emptyList },
    },
    { id: hierarchical ? 'Category' : 'Tag', beyond: { i18n: i18nSchema.optional() } },
  );
};

const schemas = { category: termSchemaOf(categories), post_tag: termSchemaOf(tags) };

export const termSchema = ({ slug }: Pick<Taxonomy, 'slug'>) => schemas[slug];

const missing = ['rest_term_invalid'];
const notSaved = [
  'rest_term_invalid',
  'term_exists',
  'empty_term_name',
  'db_insert_error',
  'duplicate_term_slug',
  'rest_taxonomy_not_hierarchical',
];

/** Answers of the term routes of a taxonomy, in addition to the errors common to every route. */
export const termAnswers = (taxonomy: Pick<Taxonomy, 'slug'>) => {
  const term = termSchema(taxonomy).answered;
  return {
    list: { 200: pagesOfRecords(term), 400: ['rest_post_invalid_id'] },
    read: { 200: term, 404: missing },
    create: {
      201: created(term),
      400: notSaved,
      401: ['rest_cannot_create'],
      403: ['rest_cannot_create'],
      404: missing,
      409: ['i18n_group_conflict'],
    },
    change: { 200: term, 400: notSaved, 401: ['rest_cannot_update'], 403: ['rest_cannot_update'], 404: missing },
    remove: {
      200: deleted(term),
      401: ['rest_cannot_delete'],
      403: ['rest_cannot_delete'],
      404: missing,
      501: ['rest_trash_not_supported'],
    },
  };
};
