import { i18nSchema } from '@almanac/content-model';
import { created, emptyList, pagesOfRecords } from '@almanac/rest';
import { z } from 'zod';
import { address, deleted, readOnly, recordSchema, writableMember } from '../schemas.ts';
import { categories, type Taxonomy, tags, taxonomies } from './term.ts';
import { writeArgs } from './termArgs.ts';

const text = z.string();

/** Returns the schema of a taxonomy's terms (docs/interface/core-terms.md §3). */
const termSchemaOf = ({ slug, hierarchical }: Taxonomy) => {
  const title = slug === 'post_tag' ? 'tag' : slug;
  const name = writableMember(writeArgs.name, 'vem', text);
  return recordSchema(
    title,
    {
      id: readOnly(z.int(), 'vem'),
      count: readOnly(z.int(), 've'),
      description: writableMember(writeArgs.description, 've', text),
      link: readOnly(address, 'vem'),
      name: { ...name, words: { ...name.words, required: true } },
      slug: writableMember(writeArgs.slug, 'vem', text),
      taxonomy: readOnly(z.enum(taxonomies.map((each) => each.slug)), 'vem'),
      ...(hierarchical ? { parent: writableMember(writeArgs.parent, 've', z.int()) } : {}),
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
