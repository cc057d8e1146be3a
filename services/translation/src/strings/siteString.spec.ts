import { given } from '@almanac/event-sourcing/testing';
import { type StringEvent, type StringFields, stringDecider } from './siteString.ts';

const fields: StringFields = {
  domain: 'widgets',
  context: '',
  name: 'greeting',
  value: 'Hello',
  source_language: 'en',
};
const registered: StringEvent = { type: 'StringRegistered', data: { ...fields, shipped: {} } };
const french: StringEvent = { type: 'StringTranslated', data: { translations: { 'fr-ca': 'Bonjour' } } };
const changed: StringEvent = { type: 'StringValueChanged', data: { value: 'Hello again' } };
const shipped = (text: string): StringEvent => ({ type: 'ShippedTextsRead', data: { shipped: { 'fr-ca': text } } });
const deleted: StringEvent = { type: 'StringDeleted', data: {} };

describe('the decisions on a string', () => {
  const register = (value: string) => ({ type: 'RegisterString', fields: { ...fields, value } }) as const;
  const translate = (translations: object) => ({ type: 'TranslateString', translations }) as const;
  const keep = (text: string) => ({ type: 'KeepShipped', shipped: { 'fr-ca': text } }) as const;
  const remove = { type: 'DeleteString' } as const;

  it('register a string once, and change its text', () => {
    given(stringDecider).when(register('Hello'), undefined).then([registered]);
    given(stringDecider, [registered]).when(register('Hello'), undefined).then([]);
    given(stringDecider, [registered]).when(register('Hello again'), undefined).then([changed]);
    given(stringDecider, [registered])
      .when({ type: 'RegisterString', fields: { ...fields, source_language: 'fr-ca' } }, undefined)
      .thenThrows('rest_invalid_param', 400);
  });

  it('store a translation once, and the same again once it is out of date', () => {
    const bonjour = translate({ 'fr-ca': 'Bonjour' });
    given(stringDecider, [registered]).when(bonjour, undefined).then([french]);
    given(stringDecider, [registered, french]).when(bonjour, undefined).then([]);
    given(stringDecider, [registered, french, changed]).when(bonjour, undefined).then([french]);
    given(stringDecider, [registered])
      .when(translate({ en: 'Hi' }), undefined)
      .thenThrows('rest_invalid_param', 400);
    given(stringDecider, [registered])
      .when(translate({ 'fr-ca': null }), undefined)
      .then([]);
  });

  it('give translations the line feeds of their string', () => {
    const framed: StringEvent = { type: 'StringRegistered', data: { ...fields, value: '\nHello\n', shipped: {} } };
    given(stringDecider, [framed])
      .when(translate({ 'fr-ca': 'Bonjour\n\n' }), undefined)
      .then([{ type: 'StringTranslated', data: { translations: { 'fr-ca': '\nBonjour\n\n' } } }]);
    given(stringDecider, [registered])
      .when(translate({ 'fr-ca': 'Bonjour\n' }), undefined)
      .then([french]);
  });

  it('keep shipped translations beside chosen ones', () => {
    given(stringDecider, [registered])
      .when(keep('Allo'), undefined)
      .then([shipped('Allo')]);
    given(stringDecider, [registered, shipped('Allo')])
      .when(keep('Allo'), undefined)
      .then([]);
    given(stringDecider, [registered, shipped('Allo'), changed])
      .when(keep('Allo'), undefined)
      .then([shipped('Allo')]);
    given(stringDecider, [registered, french, shipped('Allo'), changed])
      .when(keep('Allo'), undefined)
      .then([]);
    given(stringDecider, [registered])
      .when({ type: 'KeepShipped', shipped: { en: 'Hi' } }, undefined)
      .then([]);
  });

  it('refuse commands to a missing string', () => {
    for (const command of [translate({}), keep('Allo'), remove]) {
      given(stringDecider).when(command, undefined).thenThrows('i18n_string_not_found', 404);
      given(stringDecider, [registered, deleted]).when(command, undefined).thenThrows('i18n_string_not_found', 404);
    }
  });
});

describe('the state of a string', () => {
  const meta = { id: 'c', at: '2031-01-01T12:00:00.000Z', principal: 'system', language: 'en' } as const;
  const stateOf = (...events: readonly StringEvent[]) =>
    events.reduce(
      (state, event, index) =>
        stringDecider.evolve(state, {
          ...event,
          stream: 'string-7',
          version: index + 1,
          meta: { ...meta, correlation: 'c', causation: 'c' },
        }),
      stringDecider.initialState,
    );
  const taken: StringEvent = { type: 'StringTranslated', data: { translations: { 'fr-ca': null } } };
  const others: StringEvent = { type: 'StringTranslated', data: { translations: { 'en-ca': 'Hi', 'es-us': 'Hola' } } };

  it.each<[string, readonly StringEvent[], number, object]>([
    ['nothing', [registered], 0, {}],
    ['one', [registered, french], 2, { 'fr-ca': { value: 'Bonjour', status: 10, mo_value: null } }],
    ['all', [registered, french, others], 10, {}],
    ['all, one shipped', [registered, shipped('Allo'), others], 10, {}],
    ['one out of date', [registered, french, changed], 3, { 'fr-ca': { value: 'Bonjour', status: 3, mo_value: null } }],
    ['out of date and good', [registered, french, changed, others], 3, {}],
    ['one taken back', [registered, french, taken], 0, {}],
    ['shipped', [registered, shipped('Allo')], 2, { 'fr-ca': { value: null, status: 10, mo_value: 'Allo' } }],
    ['both', [registered, shipped('Allo'), french], 2, { 'fr-ca': { value: 'Bonjour', status: 10, mo_value: 'Allo' } }],
    ['shipped again', [registered, french, shipped('A'), taken], 2, { 'fr-ca': { value: null, mo_value: 'A' } }],
    [
      'old, shipped anew',
      [registered, shipped('A'), changed, shipped('B')],
      2,
      { 'fr-ca': { status: 10, mo_value: 'B' } },
    ],
  ])('contains its translations: %s', (_, events, status, translations) => {
    expect(stateOf(...events)).toMatchObject({ id: 7, status, translations, changed: meta.at });
  });
});
