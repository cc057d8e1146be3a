import type { Decider } from '@almanac/event-sourcing';
import { given } from '@almanac/event-sourcing/testing';
import { DomainError } from '@almanac/i18n';
import { type TermEvent, type TermEventTypes, type TermKind, type TermState, termChange } from '../index.ts';
import { decideTerm, type TermCommand, type TermFacts } from './term.ts';

const types = {
  created: 'TopicCreated',
  changed: 'TopicChanged',
  placedInTranslationGroup: 'TopicPlacedInTranslationGroup',
  listingLanguagesChanged: 'TopicListingLanguagesChanged',
  deleted: 'TopicDeleted',
} as const satisfies TermEventTypes;
type TopicEvent = TermEvent<typeof types>;

const refusal = (code: string) => () => new DomainError(code, 400, code);

const decider: Decider<TermState, TopicEvent, TermCommand, TermFacts | undefined> = {
  category: 'topic',
  initialState: {
    id: 0,
    version: 0,
    deleted: false,
    name: '',
    slug: '',
    description: '',
    parent: 0,
    language: '',
    group: null,
    languages: [],
  },
  eventTypes: Object.values(types),
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...termChange(types, event), version: event.version }),
  decide: (state, command, facts) => decideTerm(kind, state, command, facts) as TopicEvent[],
};

const kind: TermKind = {
  aggregate: decider,
  eventTypes: types,
  collection: { name: 'topics', projectionVersion: 1 },
  noun: 'topic',
  hierarchical: true,
  nameField: 'name',
  errors: {
    noSuchTerm: refusal('no-such-term'),
    noSuchParent: refusal('no-such-parent'),
    emptyName: refusal('empty-name'),
    nameTooLong: refusal('name-too-long'),
    termExists: refusal('term-exists'),
    slugTaken: refusal('slug-taken'),
  },
};

const membership = { language: 'en', group: null, languages: ['en'] };
const facts = (slug: string, parent = 0): TermFacts => ({ slug, parent, membership });
const created: TopicEvent = {
  type: 'TopicCreated',
  data: { id: 4, name: 'Pier', slug: 'pier', description: '', parent: 0, ...membership },
};
const fields = { name: 'Pier', description: '' };

describe('a term', () => {
  it('is created with its slug, its parent and its place among translations', () => {
    given(decider).when({ type: 'Create', id: 4, fields }, facts('pier')).then([created]);
  });

  it('has a name that can be stored', () => {
    for (const name of ['', 'x'.repeat(201)]) {
      const code = name === '' ? 'empty-name' : 'name-too-long';
      given(decider)
        .when({ type: 'Create', id: 4, fields: { ...fields, name } }, facts('x'))
        .thenThrows(code, 400);
      given(decider, [created]).when({ type: 'Change', fields: { name } }, facts('pier')).thenThrows(code, 400);
    }
  });

  it('stores only differences, and no event without one', () => {
    given(decider, [created])
      .when({ type: 'Change', fields: { name: 'Quay', description: '' } }, facts('pier', 3))
      .then([{ type: 'TopicChanged', data: { name: 'Quay', parent: 3 } }]);
    given(decider, [created])
      .when({ type: 'Change', fields: { name: 'Pier' } }, facts('pier'))
      .then([]);
  });

  it('is deleted once, and does not exist before its creation', () => {
    const deleted: TopicEvent = { type: 'TopicDeleted', data: {} };
    given(decider, [created]).when({ type: 'Delete' }, undefined).then([deleted]);
    given(decider, [created, deleted]).when({ type: 'Delete' }, undefined).thenThrows('no-such-term', 400);
    given(decider).when({ type: 'Change', fields: {} }, facts('')).thenThrows('no-such-term', 400);
  });

  it('stores its place among translations once', () => {
    const membership = { group: 3, source: 'fr-ca' };
    const placed: TopicEvent = { type: 'TopicPlacedInTranslationGroup', data: membership };
    given(decider, [created, placed])
      .when({ type: 'SetTranslationMembership', ...membership, languages: ['en'] }, undefined)
      .then([]);
    given(decider, [created])
      .when({ type: 'SetTranslationMembership', ...membership, languages: [] }, undefined)
      .then([
        { type: 'TopicPlacedInTranslationGroup', data: membership },
        { type: 'TopicListingLanguagesChanged', data: { languages: [] } },
      ]);
  });
});
