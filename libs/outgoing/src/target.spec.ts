import { publicPolicy } from './policy.ts';
import { checkTarget } from './target.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.215.14', '2606:4700::1111'],
  'inner.test': ['10.0.0.7'],
  'both.test': ['93.184.215.14', '127.0.0.1'],
  'mapped.test': ['::ffff:169.254.169.254'],
  'odd.test': ['not an address'],
};

const resolve = async (host: string): Promise<readonly string[]> => names[host] ?? [];
const { signal } = new AbortController();

const check = (address: string, ports?: readonly number[]) =>
  checkTarget(address, { resolve, signal, policy: publicPolicy(ports === undefined ? {} : { ports }) });

const reasonOf = (address: string, ports?: readonly number[]): Promise<string> =>
  check(address, ports).then(
    () => 'asked',
    (error: { reason: string }) => error.reason,
  );

describe('a target of requests', () => {
  it('keeps the addresses that were checked', async () => {
    const { url, addresses } = await check('https://public.test/a?b=c');
    expect([url.href, addresses]).toEqual(['https://public.test/a?b=c', names['public.test']]);
    expect((await check('http://[2606:4700::1111]/')).addresses).toEqual(['2606:4700::1111']);
  });

  it.each([
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['hexadecimal', 'http://0x7f.1/'],
    ['one hexadecimal number', 'http://0x7f000001/'],
    ['short', 'http://127.1/'],
    ['short and private', 'http://10.1/'],
    ['in full-width digits', 'http://１２７．０．０．１/'],
    ['with a dot at its end', 'http://127.0.0.1./'],
    ['IPv6', 'http://[::1]/'],
    ['IPv4 within IPv6', 'http://[::ffff:7f00:1]/'],
    ['NAT64', 'http://[64:ff9b::a9fe:a9fe]/'],
    ['zero', 'http://0/'],
  ])('may not be an inner address, written %s', async (_form, address) => {
    expect(await reasonOf(address)).toBe('refused');
  });

  it.each(['inner.test', 'both.test', 'mapped.test', 'odd.test'])(
    'may not be a name that leads inwards: %s',
    async (host) => {
      expect(await reasonOf(`http://${host}/`)).toBe('refused');
    },
  );

  it.each([
    'file:///etc/passwd',
    'ftp://public.test/',
    'gopher://public.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//public.test/',
    'public.test',
    '',
    'http://user:word@public.test/',
    'http://user@public.test/',
    `http://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.test/`,
    `http://public.test/${'a'.repeat(9_000)}`,
    'http://public.test:22/',
    'http://public.test:8080/',
    'http://public.test:443@inner.test/',
  ])('may not be %s', async (address) => {
    expect(await reasonOf(address)).toBe('refused');
  });

  it('has one of the configured ports', async () => {
    expect(await reasonOf('http://public.test:8080/', [80, 443, 8080])).toBe('asked');
    expect(await reasonOf('http://public.test:443/')).toBe('asked');
    expect(await reasonOf('http://public.test/', [8080])).toBe('refused');
  });

  it('has a name that leads somewhere', async () => {
    expect(await reasonOf('http://nowhere.test/')).toBe('unresolvable');
  });
});
