import { OutgoingError } from './outgoingError.ts';
import { publicPolicy } from './policy.ts';
import { anyPrivateTarget, parsePrivateTargets } from './privateTargets.ts';
import { checkTarget } from './target.ts';

const ADDRESSES: Readonly<Record<string, string[]>> = {
  'staging.internal': ['10.2.0.7'],
  'other.internal': ['10.3.0.7'],
  'both.internal': ['10.2.0.7', '10.3.0.7'],
  'public.example': ['93.184.216.34'],
};

/** Returns the addresses of an allowed target, or the message of the refusal. */
const check = async (url: string, privateTargets = parsePrivateTargets('')) => {
  const policy = publicPolicy({ ...(privateTargets && { privateTargets }) });
  const resolve = async (host: string) => ADDRESSES[host] ?? [];
  try {
    return (await checkTarget(url, { resolve, policy, signal: AbortSignal.timeout(10_000) })).addresses;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.message;
  }
};

describe('private targets', () => {
  it.each([
    ['none', '', 'http://staging.internal/a.png', 'staging.internal leads to 10.2.0.7, which is not asked'],
    ['a host, on any port', 'Staging.Internal', 'http://staging.internal:8081/a.png', ['10.2.0.7']],
    ['a network', '10.2.0.0/16', 'http://staging.internal/', ['10.2.0.7']],
    ['an address', '10.2.0.7, ::1', 'http://10.2.0.7:3000/', ['10.2.0.7']],
    [
      'another host',
      'staging.internal',
      'http://other.internal/',
      'other.internal leads to 10.3.0.7, which is not asked',
    ],
    [
      'a part of the addresses',
      '10.2.0.0/16',
      'http://both.internal/',
      'both.internal leads to 10.2.0.7, which is not asked',
    ],
    ['another network', '10.2.0.0/16', 'http://public.example/', ['93.184.216.34']],
    [
      'another port of a public host',
      '10.2.0.0/16',
      'http://public.example:25/',
      'the port of public.example:25 is not asked',
    ],
  ])('are allowed if the setting names them: %s', async (_what, setting, url, result) => {
    expect(await check(url, parsePrivateTargets(setting))).toEqual(result);
  });

  it('are all allowed on request', async () => {
    expect(await check('http://other.internal:8080/', anyPrivateTarget)).toEqual(['10.3.0.7']);
    expect(await check('http://127.0.0.1:8080/', anyPrivateTarget)).toEqual(['127.0.0.1']);
    expect(await check('http://[fd12:3456::1]/', anyPrivateTarget)).toEqual(['fd12:3456::1']);
    expect(await check('http://100.100.100.201/', anyPrivateTarget)).toEqual(['100.100.100.201']);
  });

  it.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '[::ffff:100.100.100.200]',
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[fd00:42::42]',
    '[fd00:c1::a9fe:a9fe]',
  ])('are not allowed on request where providers give machines their secrets: %s', async (host) => {
    expect(await check(`http://${host}/`, anyPrivateTarget)).toContain('which is not asked');
  });

  it.each(['10.0.0.0/33', '10.0.0', 'http://staging.internal', 'a b'])('are refused in the form %s', (setting) => {
    expect(parsePrivateTargets(setting)).toBeUndefined();
  });
});
