import { can, capabilityFor, mayPublish, type Principal } from '@almanac/identity';
import type { ItemFields } from '../content-items/contentItem.ts';
import { maySetAuthor } from '../content-items/itemRights.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { mayManage } from '../terms/termWriting.ts';
import type { PostKind } from './postKinds.ts';

type Actions = readonly (readonly [relation: string, may: (principal: Principal) => boolean])[];

const termActions: Actions = [
  ['core:action-create-tags', (who) => can(who, 'edit_posts')],
  ['core:action-assign-tags', (who) => can(who, 'edit_posts')],
  ['core:action-create-cal_events_cat', (who) => mayManage(who, categoryTaxonomy)],
  ['core:action-assign-cal_events_cat', (who) => can(who, capabilityFor('cal_events', 'edit'))],
];

/**
 * Returns the relations that name the actions on records of a kind, with the right that each needs
 * (docs/interface/calendar-post-types.md §2).
 */
export const postActions = <Fields extends ItemFields>({
  kind,
  terms,
}: Pick<PostKind<Fields>, 'kind' | 'terms'>): Actions => [
  ['core:action-publish', (who) => mayPublish(who, 'cal_events')],
  ['core:action-unfiltered-html', (who) => can(who, 'unfiltered_html')],
  ['core:action-assign-author', (who) => maySetAuthor(who, kind)],
  ...(terms === undefined ? [] : termActions),
];
