import { recordVersion } from '@almanac/event-sourcing';
import type { RestResponse } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { isUnlocked } from '../content-items/itemRights.ts';
import { type CalxKind, type ViewRequestParts, viewsWithVersions } from './kinds.ts';
import type { View } from './recordView.ts';

/** Returns the views of a list; protected records are masked unless the password is right. */
export const listed = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: ViewRequestParts,
  calx: CalxKind<Fields>,
  { states, password }: { readonly states: readonly (ItemState & Fields)[]; readonly password: string | undefined },
): Promise<View[]> => {
  const views = await viewsWithVersions(calendar, request, calx, states);
  return states.map((state, at) => {
    const view = views[at] ?? {};
    return isUnlocked(state, password) ? view : calx.mask(view);
  });
};

/** Returns the answer about one record, after a change or a read. */
export const recordAnswer = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: ViewRequestParts,
  calx: CalxKind<Fields>,
  {
    state,
    masks = false,
    status = 200,
  }: {
    readonly state: ItemState & Fields;
    readonly masks?: boolean;
    readonly status?: number;
  },
): Promise<RestResponse> => {
  const [shown = {}] = await viewsWithVersions(calendar, request, calx, [state]);
  const view = (await calx.details?.(calendar, state, shown)) ?? shown;
  return {
    status,
    body: masks ? calx.mask(view) : view,
    version: recordVersion(calx.kind.aggregate, state),
  };
};
