import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection, Documents } from '@almanac/documents';
import { type Decider, type Registration, streamOf } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import {
  defaultRedirectOptions,
  type RedirectOptions,
  type RuleFlags,
  redirectOptions,
} from '@almanac/redirects/schemas';

/** A header of answers, with what the interface keeps of it beside what gateways need. */
export interface OptionHeader {
  /** What kind of header an editor has chosen; kept for the editor. */
  readonly type: string;
  readonly headerName: string;
  readonly headerValue: string;
  /** `site`: every page; `redirect`: redirects alone. */
  readonly location: string;
  readonly headerSettings: Readonly<Record<string, unknown>>;
}

/** The options of redirection under the names of the interface (docs/interface/redirection.md §8). */
export interface Options extends Omit<RedirectOptions, 'headers' | 'permalinks'>, RuleFlags {
  readonly headers: readonly OptionHeader[];
  readonly support: boolean;
  /** The id of the group that moved records get rules in; 0: none are made. */
  readonly monitor_post: number;
  /** The types of records that are watched, and `trash`. */
  readonly monitor_types: readonly string[];
  /** What is added to both addresses for a second rule of a moved record; empty for none. */
  readonly associated_redirect: string;
  /** The address of a rule that is made without one; empty for `/`. */
  readonly auto_target: string;
  /** The id of the group that a rule was last saved in; 0 before there was one. */
  readonly last_group_id: number;
  readonly rest_api: number;
  readonly permalinks: readonly string[];
  readonly cache_key: number;
  readonly plugin_update: string;
  readonly update_notice: number | string;
  /** Where an Apache server would read its rules; kept for the editor, nothing is written there. */
  readonly location: string;
}

export const defaultOptions: Options = {
  ...defaultRedirectOptions,
  headers: [],
  flag_query: 'exact',
  flag_case: true,
  flag_trailing: true,
  flag_regex: false,
  support: false,
  monitor_post: 0,
  monitor_types: [],
  associated_redirect: '',
  auto_target: '',
  last_group_id: 0,
  rest_api: 0,
  permalinks: [],
  cache_key: 0,
  plugin_update: 'prompt',
  update_notice: 0,
  location: '',
};

/** All options as they are from then on: what is published of them is whole, and comes of the event alone. */
export type OptionsEvent = Event<'OptionsChanged', { readonly options: Options }>;

export interface OptionsState {
  /** The version of the stream; 0 before the first change. */
  readonly version: number;
  /** Members of a later release are missing until the next change. */
  readonly options: Partial<Options>;
}

export type OptionsCommand =
  | { readonly type: 'ChangeOptions'; readonly changes: Partial<Options> }
  /** Back to what a new site has. */
  | { readonly type: 'ResetOptions' };

/** The id of the only stream. */
export const SITE = 'site';

/** The options of redirection with their decisions: one stream. Values are cleaned before. */
export const optionsDecider: Decider<OptionsState, OptionsEvent, OptionsCommand> = {
  category: 'options',
  initialState: { version: 0, options: {} },
  eventTypes: ['OptionsChanged'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ version, options: data.options }),
  decide: (state, command) => {
    const options = { ...defaultOptions, ...state.options };
    const wanted = command.type === 'ResetOptions' ? defaultOptions : command.changes;
    const changes = changedFields<Options>(options, wanted);
    return isEmpty(changes) ? [] : [{ type: 'OptionsChanged', data: { options: { ...options, ...changes } } }];
  },
};

export const OPTIONS_STREAM = streamOf(optionsDecider, SITE);

const optionsCollection: Collection = {
  name: 'options',
  projectionVersion: optionsDecider.projectionVersion,
  indexes: [],
};

export const optionsRegistration: Registration<OptionsState, OptionsEvent> = {
  aggregate: optionsDecider,
  collection: optionsCollection,
};

/** The options with the version of their stream. */
export const storedOptions = async (
  documents: Documents,
): Promise<{ readonly version: number; readonly options: Options }> => {
  const state = (await documents.get<OptionsState>(optionsCollection, SITE))?.body ?? optionsDecider.initialState;
  return { version: state.version, options: { ...defaultOptions, ...state.options } };
};

/** The options as they are now. */
export const currentOptions = async (documents: Documents): Promise<Options> =>
  (await storedOptions(documents)).options;

/** The version that gateways are told: options that nobody has changed are of the first. */
export const publishedVersion = (version: number): number => version + 1;

/** The options that gateways need, without the others. */
export const publishedOptions = (options: Options): RedirectOptions => redirectOptions.parse(options);
