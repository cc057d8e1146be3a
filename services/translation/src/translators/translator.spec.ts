import { given } from '@almanac/event-sourcing/testing';
import { type TranslatorEvent, translatorDecider } from './translator.ts';

const admin = { administers: true };
const manager = { administers: false };
const pairs = { en: ['fr-ca'] } as const;
const added: TranslatorEvent = { type: 'TranslatorAdded', data: { language_pairs: pairs, manager: false } };
const managing: TranslatorEvent = { type: 'TranslatorAdded', data: { language_pairs: {}, manager: true } };
const removed: TranslatorEvent = { type: 'TranslatorRemoved', data: {} };

describe('the decisions on a translator', () => {
  it('add one, and change an existing one', () => {
    const set = { type: 'SetTranslator', fields: { language_pairs: pairs } } as const;
    given(translatorDecider).when(set, manager).then([added]);
    given(translatorDecider, [added]).when(set, manager).then([]);
    given(translatorDecider, [added, removed]).when(set, manager).then([added]);
    given(translatorDecider, [added])
      .when({ type: 'SetTranslator', fields: { language_pairs: { fr: [] } as never } }, manager)
      .then([{ type: 'TranslatorChanged', data: { language_pairs: { fr: [] } as never } }]);
  });

  it('refuse one without a language pair who is no manager', () => {
    given(translatorDecider).when({ type: 'SetTranslator', fields: {} }, admin).thenThrows('rest_invalid_param', 400);
    given(translatorDecider, [managing])
      .when({ type: 'ChangeTranslator', fields: { manager: false } }, admin)
      .thenThrows('rest_invalid_param', 400);
  });

  it('leave managers to administrators', () => {
    const promote = { type: 'SetTranslator', fields: { manager: true } } as const;
    given(translatorDecider).when(promote, manager).thenThrows('rest_forbidden', 403);
    given(translatorDecider).when(promote, admin).then([managing]);
    given(translatorDecider, [added])
      .when({ type: 'ChangeTranslator', fields: { manager: true } }, manager)
      .thenThrows('rest_forbidden', 403);
    given(translatorDecider, [managing]).when({ type: 'RemoveTranslator' }, manager).thenThrows('rest_forbidden', 403);
    given(translatorDecider, [managing]).when({ type: 'RemoveTranslator' }, admin).then([removed]);
  });

  it('refuse commands to a user who is no translator', () => {
    for (const type of ['ChangeTranslator', 'RemoveTranslator'] as const)
      for (const events of [[], [added, removed]])
        given(translatorDecider, events).when({ type, fields: {} }, admin).thenThrows('i18n_translator_not_found', 404);
  });
});
