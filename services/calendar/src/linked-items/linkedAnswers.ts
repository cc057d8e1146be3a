import { i18nMembers } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { type RestRequest, type RestResponse, viewsOf } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { isUnlocked, mayWriteSome } from '../content-items/itemRights.ts';
import { picturedTexts } from '../content-items/picturedTexts.ts';
import { imageViews, type ShownImages } from '../images/images.ts';
import type { Display } from '../rememberViews.ts';
import { maskLinked, withImage, withJsonLd } from './linkedView.ts';

/** The functions that render venues or organizers. */
export interface LinkedView<State extends ItemState> {
  readonly kind: KindNames & { readonly aggregate: { readonly category: string } };
  record(state: State, display: Display): Readonly<Record<string, unknown>>;
  jsonLd(state: State, images: ShownImages): object;
}

type Asking = Pick<RestRequest, 'principal' | 'site' | 'apiRoot'>;

interface Options {
  /** True if protected members are blanked without the right password. */
  readonly masks: boolean;
  readonly password?: string | undefined;
}

/** Returns the settings and addresses with which venues and organizers are rendered. */
export const displayOf = ({ settings, views }: Calendar, request: Asking): Display => ({
  views,
  site: request.site,
  apiRoot: request.apiRoot,
  settings: settings.current(),
});

/** Returns the views of venues or organizers. */
export const renderLinked = async <State extends ItemState & ItemFields>(
  calendar: Calendar,
  request: Asking,
  { kind, record }: LinkedView<State>,
  { states, password, masks }: Options & { readonly states: readonly State[] },
): Promise<Record<string, unknown>[]> => {
  const seesAll = mayWriteSome(request.principal, kind, 'edit');
  const i18n = await i18nMembers(calendar.documents, kind.noun, states, seesAll);
  const display = displayOf(calendar, request);
  const [images, texts] = await Promise.all([
    imageViews(calendar.documents, states, request),
    picturedTexts(calendar.documents, states, request.site),
  ]);
  return viewsOf(states, async (state) => {
    await texts.prepare(state);
    const own = { ...record(state, display), ...texts.members(state) };
    const view = { ...withImage(own, images.get(state.image)), i18n: i18n(state) };
    return masks && !isUnlocked(state, password) ? maskLinked(view) : view;
  });
};

export interface LinkedAnswerInput<State extends ItemState> {
  readonly state: State;
  readonly masks?: boolean;
  /** True if structured data are added. */
  readonly jsonLd?: boolean;
  readonly status?: number;
}

/** Returns the answer about one venue or organizer, after a change or a read. */
export const linkedAnswer = async <State extends ItemState & ItemFields>(
  calendar: Calendar,
  request: Asking,
  linkedView: LinkedView<State>,
  { state, masks = false, jsonLd = false, status = 200 }: LinkedAnswerInput<State>,
): Promise<RestResponse> => {
  const [body = {}] = await renderLinked(calendar, request, linkedView, { states: [state], masks });
  const images = jsonLd ? await imageViews(calendar.documents, [state], request) : new Map();
  return {
    status,
    body: jsonLd ? withJsonLd(body, linkedView.jsonLd(state, images)) : body,
    version: recordVersion(linkedView.kind.aggregate, state),
  };
};
