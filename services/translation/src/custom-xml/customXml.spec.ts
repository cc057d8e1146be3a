import { given } from '@almanac/event-sourcing/testing';
import { customXml } from './customXml.ts';

const rules = { kinds: [], fields: [] };
const replaced = (text: string) => ({ type: 'CustomXmlReplaced', data: { text, ...rules } }) as const;

describe('the configuration of the site', () => {
  it('is replaced by another text, with the rules that follow from it', () => {
    given(customXml)
      .when({ type: 'Replace', text: '<a/>', rules })
      .then([replaced('<a/>')]);
    given(customXml, [replaced('<a/>')])
      .when({ type: 'Replace', text: '<b/>', rules })
      .then([replaced('<b/>')]);
  });

  it('is unchanged if the same text is sent again', () => {
    given(customXml, [replaced('<a/>')])
      .when({ type: 'Replace', text: '<a/>', rules })
      .then([]);
  });
});
