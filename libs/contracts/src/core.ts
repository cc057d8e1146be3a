import { z } from 'zod';
import { eventContract, personalContract } from './eventContract.ts';
import {
  author,
  changed,
  erased,
  group,
  id,
  instant,
  language,
  onlyId,
  recordFacts,
  slug,
  status,
  texts,
  title,
} from './facts.ts';
import { publishedSettings } from './settings.ts';
import { refusedTranslation, writtenTranslation } from './sources.ts';

/** Members of a tag that other services copy. */
export const tagFacts = z.object({
  id,
  name: z.string().min(1),
  slug,
  description: z.string(),
  language,
  group,
  source: z.string().min(1).nullable().optional().meta({
    description: 'The language that a member of a group was translated from; null for the original of the group.',
  }),
  texts,
});
export type TagFacts = z.infer<typeof tagFacts>;

/** Members of a category of posts that other services copy. */
export const postCategoryFacts = tagFacts.extend({
  parent: z.int().nonnegative().meta({ description: 'The category above it; 0 at the top.' }),
});

/** Public members of a user. */
export const userFacts = z.object({ id, name: z.string().meta({ description: 'The public display name.' }), slug });
export type UserFacts = z.infer<typeof userFacts>;

/** Members of a post that resolving, embedding and redirecting need. */
export const postFacts = recordFacts.extend({
  type: z.enum(['post', 'page']).optional().meta({
    description: 'Only the creation names it; records without a type are posts.',
  }),
  published: instant.nullable().meta({ description: 'When it was or will be published, UTC.' }),
});
export type PostFacts = z.infer<typeof postFacts>;

/** Public members of a comment; its text and its writer's names are read from core with the reader's rights. */
export const commentFacts = z.object({
  id,
  post: z.int().positive().meta({ description: 'The id of the post or page.' }),
  parent: z.int().nonnegative().meta({ description: 'The comment that it answers; 0 for none.' }),
  author: z.int().nonnegative().meta({ description: 'The id of the user who wrote it; 0 for a visitor.' }),
  status: z.enum(['approved', 'hold', 'spam', 'trash']),
  published: instant.meta({ description: 'Its date, UTC.' }),
});

const file = {
  path: z.string().meta({ description: 'The path of the file from the site’s root: `/uploads/2026/05/a.jpg`.' }),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  filesize: z.int().nonnegative().optional(),
  mimeType: z.string(),
};

/** Members that are needed to show a medium: its file and, for pictures, the renditions by name. */
export const mediaFacts = z.object({
  id,
  status,
  title,
  slug,
  parent: z.int().nonnegative().meta({ description: 'The id of the post that it is attached to; 0 for none.' }),
  alt: z.string(),
  author,
  file: z.object(file),
  sizes: z.record(z.string(), z.object(file)),
});
export type MediaFacts = z.infer<typeof mediaFacts>;

export const tagChanged = eventContract('core.tag-changed.v1', 'A tag was made or changed.', changed(tagFacts));
export const tagDeleted = eventContract('core.tag-deleted.v1', 'A tag is gone; records lose it.', onlyId);
export const postCategoryChanged = eventContract(
  'core.category-changed.v1',
  'A category of posts was made or changed.',
  changed(postCategoryFacts),
);
export const postCategoryDeleted = eventContract(
  'core.category-deleted.v1',
  'A category of posts is gone; posts lose it.',
  onlyId,
);
export const userChanged = personalContract('core.user-changed.v1', 'A user was made or changed.', changed(userFacts), {
  members: ['name', 'slug'],
});
export const userDeleted = eventContract(
  'core.user-deleted.v1',
  'A user is gone.',
  onlyId.extend({
    reassign: id.nullable().meta({ description: 'Who gets the user’s records; null: they are trashed.' }),
  }),
);
export const credentialsChanged = eventContract(
  'core.credentials-changed.v1',
  'Passwords, sessions, application passwords or roles of a user were changed: what is remembered of them is void.',
  z.object({ userId: id }),
);
export const postChanged = eventContract(
  'core.post-changed.v1',
  'A post or a page was made or changed.',
  changed(postFacts),
);
export const postDeleted = eventContract('core.post-deleted.v1', 'A post or a page is gone for good.', onlyId);
export const mediaChanged = eventContract(
  'core.media-changed.v1',
  'A medium was made or changed.',
  changed(mediaFacts),
);
export const mediaDeleted = eventContract('core.media-deleted.v1', 'A medium and its files are gone.', onlyId);

export const commentChanged = eventContract(
  'core.comment-changed.v1',
  'A comment was written, changed or moderated.',
  changed(commentFacts),
);
export const commentDeleted = eventContract('core.comment-deleted.v1', 'A comment is gone for good.', onlyId);

export const settingsChanged = eventContract(
  'core.settings-changed.v1',
  'The settings of the site were made or changed.',
  z.object({
    version: z.int().positive().meta({ description: 'Counts the changes; the first event, 1, has every member.' }),
    settings: publishedSettings.meta({ description: 'The members that have changed.' }),
  }),
);

/** Members of a menu. */
export const menuFacts = z.object({ id, name: z.string().min(1), slug, description: z.string() });

/** Members of an item of a menu. */
export const menuItemFacts = z.object({
  id,
  menu: z.int().nonnegative().meta({ description: 'The id of its menu; 0 for none.' }),
  title: z.string().meta({ description: 'As stored; empty for the title of the linked record.' }),
  status: z.string(),
  url: z.string().meta({ description: 'The address of a custom link; empty for other links.' }),
  type: z.string().meta({ description: '`custom`, `post_type`, `taxonomy` or `post_type_archive`.' }),
  object: z.string().meta({ description: 'The type of the linked record, or the taxonomy of the linked term.' }),
  objectId: z.int().nonnegative().meta({ description: 'The id of the linked record or term; 0 for none.' }),
  parent: z.int().nonnegative().meta({ description: 'The item above it; 0 at the top.' }),
  menuOrder: z.int().meta({ description: 'Its place among its siblings.' }),
});

export const menuChanged = eventContract('core.menu-changed.v1', 'A menu was made or changed.', changed(menuFacts));
export const menuDeleted = eventContract('core.menu-deleted.v1', 'A menu is gone.', onlyId);
export const menuItemChanged = eventContract(
  'core.menu-item-changed.v1',
  'An item of a menu was made or changed.',
  changed(menuItemFacts),
);
export const menuItemDeleted = eventContract('core.menu-item-deleted.v1', 'An item of a menu is gone.', onlyId);
export const menusPlaced = eventContract(
  'core.menus-placed.v1',
  'Places of the site’s pages show other menus.',
  z.object({
    places: z.record(z.string(), z.int().nonnegative()).meta({
      description: 'The id of the menu by the name of each place that has changed; 0 for none.',
    }),
  }),
);

export const coreErased = eventContract(
  'core.erased.v1',
  'What is personal of a record was erased for good: copies drop theirs.',
  erased,
);

export const coreTranslationWritten = eventContract(
  'core.translation-written.v1',
  'A finished translation was written: it is a version of its source.',
  writtenTranslation,
);
export const coreTranslationRefused = eventContract(
  'core.translation-refused.v1',
  'A finished translation cannot be written.',
  refusedTranslation,
);

export const coreTranslationEvents = [coreTranslationWritten, coreTranslationRefused] as const;

export const coreEvents = [
  tagChanged,
  tagDeleted,
  postCategoryChanged,
  postCategoryDeleted,
  userChanged,
  userDeleted,
  credentialsChanged,
  postChanged,
  postDeleted,
  mediaChanged,
  mediaDeleted,
  menuChanged,
  menuDeleted,
  menuItemChanged,
  menuItemDeleted,
  menusPlaced,
  commentChanged,
  commentDeleted,
  settingsChanged,
  coreErased,
  ...coreTranslationEvents,
] as const;
