import { can, userId } from '@almanac/identity';
import { forbidden, invalidParams, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { mayEditPost } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import { revisionById } from '../posts/readModels/revisionList.ts';
import { featuredImage } from './featuredImage.ts';
import type { Medium } from './medium.ts';
import type { MediumInput } from './mediumCommands.ts';
import { mediumById } from './readModels/mediaList.ts';
import type { SentMedium } from './requestedMedium.ts';

type Asking = Pick<RestRequest, 'principal'>;

/** Refuses members of a new medium that only an existing medium can have. @throws DomainError 400 */
export const refuseId = (params: Readonly<Record<string, unknown>>): void => {
  if (params.id) throw coreErrors.postHasId();
};

/** @throws DomainError 401 or 403 `rest_cannot_edit_others` */
export const checkAuthor = ({ principal }: Asking, { args }: SentMedium): void => {
  if (args.author == null || args.author === userId(principal) || can(principal, 'edit_others_posts')) return;
  throw forbidden(principal, coreErrors.cannotUploadAsOthers);
};

/**
 * Validates the input against stored data, before any write, and returns it in its stored form.
 * @param before the changed medium; undefined for a new one
 * @throws DomainError 400, 401, 403
 */
export const checkMedium = async (
  core: Core,
  asking: Asking,
  input: MediumInput,
  before?: Medium,
): Promise<MediumInput> => {
  if (input.parent !== undefined && input.parent !== 0 && input.parent !== before?.parent) {
    await checkParent(core, asking, input.parent);
  }
  if (input.author !== undefined && (await core.accounts.find(input.author)) === undefined)
    throw coreErrors.unknownAuthor();
  if (input.template !== undefined && input.template !== '' && input.template !== before?.template) {
    throw invalidParams({ template: '{name} is no template of the theme.' });
  }
  if (input.image === undefined || input.image === before?.image) return input;
  return { ...input, image: await featuredImage(core.documents, asking.principal, input.image) };
};

/** @throws DomainError unless the caller may edit the parent post (docs/interface/core-media.md §1, §3) */
const checkParent = async ({ documents }: Core, { principal }: Asking, id: number): Promise<void> => {
  const post = await postById(documents, id);
  if (post !== undefined && mayEditPost(principal, post)) return;
  const isOther = (await mediumById(documents, id)) ?? (await revisionById(documents, id));
  if (isOther !== undefined) throw invalidParams({ post: '{name} names a record that nothing can be attached to.' });
  throw forbidden(principal, coreErrors.cannotAttachToPost);
};
