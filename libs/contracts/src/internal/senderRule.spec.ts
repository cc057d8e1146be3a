import { createSenderRule } from './senderRule.ts';

const who = ['gateway', 'operator', 'core', 'calendar', 'misc', 'redirection', 'translation', 'constructor', ''];

const mayAsk = createSenderRule('core');
const askersOf = (line: string, rule = mayAsk) => {
  const [method = '', path = ''] = line.split(' ');
  return who.filter((sender) => rule(sender, method, path));
};

describe('an internal request', () => {
  it.each([
    ['GET /internal/settings', ['gateway', 'calendar', 'misc', 'redirection', 'translation']],
    ['POST /internal/authenticate', ['gateway']],
    ['POST /INTERNAL/Tags', ['core', 'calendar']],
    ['POST /internal/editable-post', ['misc']],
    ['POST /internal/operations/history', ['core', 'misc']],
    ['POST /internal/operations/person-keys', ['core', 'calendar', 'misc', 'redirection', 'translation']],
    ['POST /internal/batch', ['gateway']],
  ])('is accepted by contract only from the named senders: %s', (line, expected) => {
    expect(askersOf(line)).toEqual(expected);
  });

  it.each([
    'GET /internal/pages/about',
    'GET /internal/page-of/7',
    'POST /internal/admin/sign-in',
    'GET /internal',
    'DELETE /internal/settings',
    'GET /internal/settings/more',
  ])('is accepted without a contract only from the gateway: %s', (line) => {
    expect(askersOf(line)).toEqual(['gateway']);
  });

  it.each([
    ['GET /core/v2', []],
    ['GET /core/v2/users/7', ['calendar', 'misc', 'translation']],
    ['GET /core/v2/tags', ['calendar']],
    ['DELETE /core/v2/tags/7', ['calendar']],
    ['POST /core/v2/posts/7', ['misc']],
    ['GET /internals/settings', []],
  ])('is accepted on a public route from the gateway, and from senders that a contract names: %s', (line, more) => {
    expect(askersOf(line)).toEqual(['gateway', 'operator', ...more]);
  });

  it('is declared by the service’s own contracts', () => {
    const ofMisc = createSenderRule('misc');
    expect(askersOf('POST /internal/second-step/recovery-codes', ofMisc)).toEqual(['operator', 'core']);
    expect(askersOf('POST /internal/tags', ofMisc)).toEqual(['gateway']);
    expect(askersOf('GET /internal/routes', ofMisc)).toEqual(['gateway']);
  });
});
