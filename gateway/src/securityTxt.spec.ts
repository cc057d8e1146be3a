import { readSiteFile, silentLog } from '@almanac/service';
import { publicOptions, publicSettings } from './settings.ts';
import { type GatewayUnderTest, NOW, startGateway } from './testing/fakeServices.ts';

const security = {
  contacts: ['mailto:security@site.test', 'https://site.test/report'],
  expires: new Date('2027-01-31T00:00:00Z'),
};

let site: GatewayUnderTest | undefined;
afterEach(async () => {
  await site?.stop();
  site = undefined;
});

const ask = async (more: Parameters<typeof startGateway>[1], path = '/.well-known/security.txt', method = 'GET') => {
  site = await startGateway(new Map(), { publicUrl: 'https://site.test', ...more });
  return fetch(`${site.origin}${path}`, { method });
};

describe('the security contact', () => {
  it('is a text with its addresses, its end, languages and its own address', async () => {
    const answer = await ask({ security: { ...security, policy: 'https://site.test/policy' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(
      [
        'Contact: mailto:security@site.test',
        'Contact: https://site.test/report',
        'Expires: 2027-01-31T00:00:00.000Z',
        'Preferred-Languages: en, en-CA, fr-CA, es-US',
        'Canonical: https://site.test/.well-known/security.txt',
        'Policy: https://site.test/policy',
        '',
      ].join('\n'),
    );
  });

  it('does not exist without the setting, after its end, and under a language', async () => {
    expect((await ask({})).headers.get('content-type')).not.toContain('text/plain');
    await site?.stop();
    expect((await ask({ security: { ...security, expires: NOW } })).status).toBe(404);
    await site?.stop();
    const other = await ask({ security }, '/en/.well-known/security.txt');
    expect(other.headers.get('content-type')).not.toContain('text/plain');
  });

  it('is only read', async () => {
    const answer = await ask({ security }, '/.well-known/security.txt', 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the settings of the security contact', () => {
  const optionsOf = async (variables: Readonly<Record<string, string>>) =>
    publicOptions(publicSettings.parse(variables), await readSiteFile(undefined)).security;
  const SECURITY_CONTACT = 'mailto:security@site.test, https://site.test/report';

  it('give addresses, end and policy', async () => {
    const given = { SECURITY_CONTACT, SECURITY_EXPIRES: '2027-01-31T00:00:00Z' };
    expect(await optionsOf(given)).toEqual({ ...security, policy: undefined });
    expect(await optionsOf({})).toBeUndefined();
  });

  it('are refused with an address of another form, and without an end', async () => {
    expect(publicSettings.safeParse({ SECURITY_CONTACT: 'security@site.test' }).success).toBe(false);
    expect(publicSettings.safeParse({ SECURITY_EXPIRES: 'next year' }).success).toBe(false);
    await expect(optionsOf({ SECURITY_CONTACT })).rejects.toThrow('SECURITY_EXPIRES: is missing');
  });

  it('cause a line in the log if the contact has expired', async () => {
    const warned: unknown[] = [];
    const log = Object.assign(Object.create(silentLog), { warn: (...line: unknown[]) => void warned.push(line) });
    await ask({ security: { ...security, expires: NOW }, log });
    expect(warned).toEqual([[{ expires: NOW }, 'the security contact has expired and is not shown']]);
  });
});
