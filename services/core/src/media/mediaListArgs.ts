import { integer, list, text } from '@almanac/rest';
import { listArgs as postListArgs } from '../posts/postListArgs.ts';

const {
  categories: _categories,
  categories_exclude: _categoriesExclude,
  tags: _tags,
  tags_exclude: _tagsExclude,
  tax_relation: _relation,
  sticky: _sticky,
  ignore_sticky: _ignoreSticky,
  format: _format,
  ...shared
} = postListArgs;

const KINDS = ['image', 'video', 'text', 'application', 'audio'] as const;
const STATUSES = ['inherit', 'private', 'trash'] as const;

/**
 * Arguments of the list of media: those of posts that apply to media, and some of their own
 * (docs/interface/core-media.md §2).
 */
export const listArgs = {
  ...shared,
  parent: list(integer(), { default: [], description: 'Only media that are attached to these posts; 0 for none.' }),
  parent_exclude: list(integer(), { default: [], description: 'No media that are attached to these posts.' }),
  status: list(text({ enum: STATUSES }), {
    default: ['inherit'],
    description: 'Only media with one of these statuses.',
  }),
  media_type: list(text({ enum: KINDS }), { description: 'Only media of these kinds.' }),
  mime_type: list(text(), { description: 'Only media of these content types.' }),
};
