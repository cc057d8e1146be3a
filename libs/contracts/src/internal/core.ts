import { userSchema } from '@almanac/identity';
import { z } from 'zod';
import { mediaFacts, tagFacts } from '../core.ts';
import { id } from '../facts.ts';
import { publishedSettings } from '../settings.ts';
import { internalContract, noMembers } from './internalContract.ts';

const secret = z.string().max(4_096);

export const readSettings = internalContract('core.read-settings', {
  askedBy: ['gateway', 'calendar', 'misc', 'redirection', 'translation'],
  method: 'GET',
  path: '/internal/settings',
  description: 'Reads the settings of the site.',
  request: noMembers,
  answer: z.object({ version: z.int().nonnegative(), settings: publishedSettings }),
});

export const changeSettingsOfCore = internalContract('core.change-settings', {
  askedBy: ['calendar'],
  method: 'POST',
  path: '/core/v2/settings',
  description: 'Changes settings of the site.',
  request: z.object({
    currency_code: z.string().optional(),
    currency_symbol: z.string().optional(),
    date_format: z.string().optional(),
    timezone: z.string().optional(),
    start_of_week: z.int().optional(),
    enabled_views: z.array(z.string()).optional(),
  }),
  answer: z.object({ timezone: z.string() }),
});

export const authenticateUser = internalContract('core.authenticate', {
  askedBy: ['gateway'],
  method: 'POST',
  path: '/internal/authenticate',
  description: 'Verifies an application password.',
  request: z.object({
    login: secret.meta({ description: 'A login or an e-mail address.' }),
    password: secret.meta({ description: 'An application password.' }),
    ip: z.string().max(100).default('').meta({ description: 'The address that the request came from.' }),
  }),
  answer: z.object({ principal: userSchema }),
});

export const readSession = internalContract('core.read-session', {
  askedBy: ['gateway'],
  method: 'POST',
  path: '/internal/session',
  description: 'Says whose session it is.',
  request: z.object({ session: secret.meta({ description: 'What the cookie holds.' }) }),
  answer: z.object({ principal: z.union([userSchema, z.object({ kind: z.literal('anonymous') })]) }),
});

export const reauthenticateOfCore = internalContract('core.reauthenticate', {
  askedBy: ['misc'],
  method: 'POST',
  path: '/internal/reauthentication',
  description: 'Refuses a caller who must type the password or a code again before a change of credentials.',
  request: noMembers,
  answer: noMembers,
});

export const ensureTagsOfCore = internalContract('core.ensure-tags', {
  askedBy: ['core', 'calendar'],
  method: 'POST',
  path: '/internal/tags',
  description: 'Finds tags, or makes them.',
  request: z.object({
    tags: z
      .array(z.union([z.int(), z.string()]))
      .max(500)
      .meta({ description: 'Ids, slugs or names.' }),
    dryRun: z.boolean().default(false).meta({ description: 'Tries whether tags would be made, and makes none.' }),
  }),
  answer: z.object({
    tags: z
      .array(
        tagFacts
          .extend({
            n: z.int().nullable().meta({ description: 'The index of its event; null for one that was there.' }),
          })
          .nullable(),
      )
      .meta({ description: 'In the order asked, null for an id that names none; empty for a trial.' }),
    position: z.int().nullable().meta({ description: 'Of the commit that made some of them.' }),
    epoch: z.int().positive().optional(),
  }),
});

export const ensureMediaOfCore = internalContract('core.ensure-media', {
  askedBy: ['calendar'],
  method: 'POST',
  path: '/internal/media',
  description: 'Finds pictures, or fetches them.',
  request: z.object({
    images: z
      .array(z.union([z.int(), z.string()]))
      .max(1_000)
      .meta({ description: 'The ids of stored pictures, and the addresses of some to find or fetch.' }),
    fetch: z.boolean().default(false).meta({ description: 'True if images at new addresses are fetched.' }),
  }),
  answer: z.object({
    media: z.array(mediaFacts.nullable()).meta({ description: 'In the order asked; null where there is no picture.' }),
  }),
});

export const readUserOfCore = internalContract('core.read-user', {
  askedBy: ['calendar', 'translation'],
  method: 'GET',
  path: '/core/v2/users/{id}',
  description: 'Reads a user, to know that there is one.',
  request: noMembers,
  answer: z.object({ id }),
});

export const findFirstAdministratorOfCore = internalContract('core.find-first-administrator', {
  askedBy: ['calendar'],
  method: 'GET',
  path: '/core/v2/users?roles=administrator&orderby=id&order=asc&per_page=1&_fields=id',
  description: 'Finds the administrator who was registered first.',
  request: noMembers,
  answer: z.array(z.object({ id })).max(1).meta({ description: 'Empty for a site without administrators.' }),
});

export const readMailOfCore = internalContract('core.read-mail', {
  askedBy: ['calendar'],
  method: 'GET',
  path: '/internal/mail',
  description: 'Says whether the site can send mail.',
  request: noMembers,
  answer: z.object({ available: z.boolean() }),
});

export const readPersonOfCore = internalContract('core.read-person', {
  askedBy: ['misc', 'translation'],
  method: 'GET',
  path: '/core/v2/users/{id}?context=edit&_fields=id,name,email',
  description: 'Reads a user’s public name and address.',
  request: noMembers,
  answer: z.object({ id, name: z.string(), email: z.string() }),
});

export const readEditablePostOfCore = internalContract('core.read-editable-post', {
  askedBy: ['misc'],
  method: 'POST',
  path: '/internal/editable-post',
  description: 'Says whether the caller may edit a post, and which images are attached to it.',
  request: z.object({ id: z.int().meta({ description: 'The id of the post.' }) }),
  answer: z.object({
    id,
    attached: z.array(id).meta({ description: 'What a gallery of this post without `ids` shows, in order.' }),
  }),
});

const sentTag = z.object({
  name: z.string().optional(),
  slug: z.string().optional(),
  description: z.string().optional(),
  translation_of: z.int().optional(),
  i18n_minor_edit: z.boolean().optional(),
});

const tagRecord = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  i18n: z
    .object({
      language: z.string(),
      source_language: z.string().nullable(),
      group_id: z.int(),
      translations: z.record(z.string(), z.int()),
    })
    .optional(),
});

export const createTagOfCore = internalContract('core.create-tag', {
  askedBy: ['calendar'],
  method: 'POST',
  path: '/core/v2/tags',
  description: 'Makes a tag.',
  request: sentTag,
  answer: tagRecord,
});

export const changeTagOfCore = internalContract('core.change-tag', {
  askedBy: ['calendar'],
  method: 'PUT',
  path: '/core/v2/tags/{id}',
  description: 'Changes a tag.',
  request: sentTag,
  answer: tagRecord,
});

export const deleteTagOfCore = internalContract('core.delete-tag', {
  askedBy: ['calendar'],
  method: 'DELETE',
  path: '/core/v2/tags/{id}?force=true',
  description: 'Deletes a tag for good.',
  request: noMembers,
  answer: z.object({ deleted: z.boolean() }),
});

export const coreInternals = [
  readSettings,
  changeSettingsOfCore,
  authenticateUser,
  readSession,
  ensureTagsOfCore,
  reauthenticateOfCore,
  ensureMediaOfCore,
  readUserOfCore,
  findFirstAdministratorOfCore,
  readMailOfCore,
  readPersonOfCore,
  readEditablePostOfCore,
  createTagOfCore,
  changeTagOfCore,
  deleteTagOfCore,
] as const;
