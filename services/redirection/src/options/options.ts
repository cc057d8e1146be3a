import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection, Documents } from '@almanac/documents';
import { type Decider, streamOf } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import {
  defaultRedirectOptions,
  type RedirectOptions,
  type RuleFlags,
  redirectOptions,
} from '@almanac/redirects/schemas';
import type { RecordRegistration } from '@almanac/service';

/** A header of answers, with members that only the interface uses beside those for gateways. */
export interface OptionHeader {
  /** The type of header that an editor has chosen; stored for the editor. */
  readonly type: string;
  readonly headerName: string;
  readonly headerValue: string;
  /** `site`: every page; `redirect`: redirects only. */
  readonly location: string;
  readonly headerSettings: Readonly<Record<string, unknown>>;
}

/** The options of redirection under the names of the interface (docs/interface/redirection.md §8). */
export interface Options extends Omit<RedirectOptions, 'headers' | 'permalinks'>, RuleFlags {
  readonly headers: readonly OptionHeader[];
  readonly support: boolean;
  /** The id of the group for the rules of moved records; 0 turns the monitor off. */
  readonly monitor_post: number;
  /** The types of watched records, and `trash`. */
  readonly monitor_types: readonly string[];
  /** The suffix of both addresses in a second rule for a moved record; empty for no second rule. */
  readonly associated_redirect: string;
  /** The address of a rule that is sent without one; empty for `/`. */
  readonly auto_target: string;
  /** The id of the group that a rule was last saved in; 0 before the first. */
  readonly last_group_id: number;
  readonly rest_api: number;
  readonly permalinks: readonly string[];
  readonly cache_key: number;
  readonly plugin_update: string;
  readonly update_notice: number | string;
  /** The path at which an Apache server reads its rules; stored for the editor, redirection writes nothing there. */
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

/** All options after an event. Integration events carry all of them and follow from the event alone. */
export type OptionsEvent = Event<'OptionsChanged', { readonly options: Options }>;

export interface OptionsState {
  /** The version of the stream; 0 before the first change. */
  readonly version: number;
  /** Members that a later release adds are missing until the next change. */
  readonly options: Partial<Options>;
}

export type OptionsCommand =
  | { readonly type: 'ChangeOptions'; readonly changes: Partial<Options> }
  /** Restores the options of a new site. */
  | { readonly type: 'ResetOptions' };

/** The id of the only stream. */
export const SITE = 'site';

/** The options of redirection with their decisions: one stream. Callers clean the values first. */
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

export const optionsRegistration: RecordRegistration<OptionsState, OptionsEvent> = {
  aggregate: optionsDecider,
  collection: optionsCollection,
  written: { members: ({ options }) => options },
};

/** Returns the options with the version of their stream. */
export const storedOptions = async (
  documents: Documents,
): Promise<{ readonly version: number; readonly options: Options }> => {
  const state = (await documents.get<OptionsState>(optionsCollection, SITE))?.body ?? optionsDecider.initialState;
  return { version: state.version, options: { ...defaultOptions, ...state.options } };
};

/** Returns the current options. */
export const currentOptions = async (documents: Documents): Promise<Options> =>
  (await storedOptions(documents)).options;

/** Returns the version of the options for gateways; options that nobody has changed have version 1. */
export const publishedVersion = (version: number): number => version + 1;

/** Returns the options that gateways need. */
export const publishedOptions = (options: Options): RedirectOptions => redirectOptions.parse(options);
