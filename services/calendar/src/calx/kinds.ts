import { i18nMembers } from '@almanac/content-model';
import { type Args, createComposer, InvalidParamsError, isInvalidParams, type RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind, KindNames } from '../content-items/itemKind.ts';
import { mayWriteSome } from '../content-items/itemRights.ts';
import type { View } from './recordView.ts';
import type { publishedSchemas, recordAnswers } from './schemas.ts';

export type ViewRequestParts = Pick<RestRequest<unknown>, 'principal' | 'site' | 'apiRoot' | 'language'>;

/** One kind of record as this interface declares and shows it. */
export interface CalxKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields> & KindNames;
  /** The arguments of a new record. */
  readonly args: Args;
  /** The answers of its routes, without the refusals that every route has. */
  readonly answers: ReturnType<typeof recordAnswers>;
  /** The schemas that OPTIONS publishes. */
  readonly schemas: ReturnType<typeof publishedSchemas>;
  readonly summaries: Readonly<Record<'list' | 'create' | 'read' | 'change' | 'remove', string>>;
  /** Returns the unmasked views of the records of a page. */
  views(calendar: Calendar, request: ViewRequestParts, states: readonly (ItemState & Fields)[]): Promise<View[]>;
  /** Adds the members that only answers about one record have. */
  details?(calendar: Calendar, state: ItemState & Fields, view: View): Promise<View>;
  /** Returns the view that callers get without the record's password. */
  mask(view: View): View;
}

/** Returns views with the versions of their records in other languages. */
export const viewsWithVersions = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: ViewRequestParts,
  { kind, views }: CalxKind<Fields>,
  states: readonly (ItemState & Fields)[],
): Promise<View[]> => {
  const seesAll = mayWriteSome(request.principal, kind, 'edit');
  const [shown, i18n] = await Promise.all([
    views(calendar, request, states),
    i18nMembers(calendar.documents, kind.noun, states, seesAll),
  ]);
  return states.map((state, at) => {
    const [view, membership] = [shown[at], i18n(state)];
    return composed(state, [view, membership], () => ({ ...view, i18n: membership }));
  });
};

const composed = createComposer<View>();

/** Renames the members in refusals for this interface. @param names by their names in `cal/events/v1` */
export const withOwnNames = async <T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isInvalidParams(error)) throw error;
    throw new InvalidParamsError(
      error.refusals.map((refusal) => {
        const own = new Map(Object.entries(names)).get(refusal.arg) ?? refusal.arg;
        return { ...refusal, arg: own, name: own };
      }),
    );
  }
};
