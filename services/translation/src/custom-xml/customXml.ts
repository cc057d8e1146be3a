import { RULES_KEY, type TranslationRules } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { type Decider, idOfStream } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';

/** The administrator's configuration, with the rules that follow from it. */
export interface CustomXml extends TranslationRules {
  readonly text: string;
  readonly version: number;
}

export type CustomXmlEvent = Event<'CustomXmlReplaced', TranslationRules & { readonly text: string }>;

export type CustomXmlCommand = {
  readonly type: 'Replace';
  readonly text: string;
  /** The rules of the text, which is valid. */
  readonly rules: TranslationRules;
};

/** The site has one configuration: `customxml-site`. */
export const SITE = idOfStream(RULES_KEY);

export const customXml: Decider<CustomXml, CustomXmlEvent, CustomXmlCommand> = {
  category: 'customxml',
  initialState: { text: '', kinds: [], fields: [], version: 0 },
  eventTypes: ['CustomXmlReplaced'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ ...data, version }),
  decide: (state, { text, rules }) =>
    text === state.text ? [] : [{ type: 'CustomXmlReplaced', data: { text, ...rules } }],
};

export const customXmlCollection: Collection = {
  name: 'custom-xml',
  projectionVersion: customXml.projectionVersion,
};

export const customXmlRegistration: RecordRegistration<CustomXml, CustomXmlEvent> = {
  aggregate: customXml,
  collection: customXmlCollection,
  written: { members: ({ text }) => ({ content: text }) },
};
