import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResolve, type ResolveOptions } from './resolve.ts';
import { type AnswerQuery, type FakeDns, type FakeRecords, type RecordType, startFakeDns } from './testing.ts';

const never = new AbortController().signal;

describe('a name', () => {
  let dns: FakeDns;
  let answer: AnswerQuery;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'resolve-'));
    dns = await startFakeDns((name, type) => answer(name, type));
  });
  afterEach(async () => {
    await dns.close();
    await rm(folder, { recursive: true });
  });

  const hosts = () => join(folder, 'hosts');
  const resolvConf = () => join(folder, 'resolv.conf');
  const resolver = (more: ResolveOptions = {}) =>
    createResolve({ servers: dns.servers, hostsPath: hosts(), resolvConfPath: resolvConf(), ...more });
  const answering =
    (records: Readonly<Record<string, FakeRecords>>): AnswerQuery =>
    (name, type) =>
      records[`${type} ${name}`] ?? {};
  const reasonOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'resolved',
      (error: { reason: string }) => error.reason,
    );

  it('leads to all its addresses, IPv4 before IPv6', async () => {
    answer = answering({
      'A both.test': { addresses: ['93.184.215.14', '93.184.215.15'] },
      'AAAA both.test': { addresses: ['2606:4700::1111'] },
      'AAAA six.test': { addresses: ['2606:4700::1112'] },
    });
    const resolve = resolver();
    expect(await resolve('both.test', never)).toEqual(['93.184.215.14', '93.184.215.15', '2606:4700::1111']);
    expect(await resolve('six.test', never)).toEqual(['2606:4700::1112']);
    expect(await resolve('both.test.', never)).toHaveLength(3);
  });

  it('leads where its canonical name leads', async () => {
    answer = answering({ 'A www.test': { alias: 'host.test', addresses: ['93.184.215.14'] } });
    expect(await resolver()('www.test', never)).toEqual(['93.184.215.14']);
  });

  const nowhere: readonly (readonly [string, FakeRecords])[] = [
    ['does not exist', { failure: 'NXDOMAIN' }],
    ['has no addresses', {}],
    ['has a canonical name that is the name itself', { alias: 'name.test' }],
    ['has a name server that fails', { failure: 'SERVFAIL' }],
    ['has a name server that refuses', { failure: 'REFUSED' }],
  ];
  it.each(nowhere)('leads nowhere if it %s', async (_case, records) => {
    answer = () => records;
    expect(await resolver()('name.test', never)).toEqual([]);
  });

  it.each(['a..b', `${'x'.repeat(64)}.test`])('is not looked up if it is invalid: %s', async (name) => {
    answer = () => ({ addresses: ['93.184.215.14'] });
    expect([await resolver()(name, never), dns.asked]).toEqual([[], []]);
  });

  it('leads to some of its addresses if they are very many', async () => {
    const addresses = Array.from({ length: 3_000 }, (_, n) => `93.184.${n >> 8}.${n & 255}`);
    answer = (_name, type) => (type === 'A' ? { addresses } : {});
    const found = await resolver()('huge.test', never);
    expect(found).toEqual(addresses.slice(0, 16));
  });

  describe('whose name server stays silent', () => {
    beforeEach(() => {
      answer = () => undefined;
    });

    it('is given up in time', async () => {
      expect(await reasonOf(resolver({ timeout: 50 })('silent.test', never))).toBe('timeout');
    });

    it('is given up with its caller', async () => {
      const caller = new AbortController();
      const asked = resolver()('silent.test', caller.signal);
      const left = new Error('the caller has left');
      caller.abort(left);
      await expect(asked).rejects.toBe(left);
      await expect(resolver()('silent.test', caller.signal)).rejects.toBe(left);
    });

    it('keeps no other from being resolved', async () => {
      answer = (name, type) => (name === 'good.test' && type === 'A' ? { addresses: ['93.184.215.14'] } : undefined);
      const resolve = resolver();
      const caller = new AbortController();
      const silent = Array.from({ length: 30 }, (_, n) => resolve(`silent-${n}.test`, caller.signal).catch(() => n));
      expect(await resolve('good.test', never)).toEqual(['93.184.215.14']);
      expect(await Promise.race([...silent, 'silent still'])).toBe('silent still');
      caller.abort();
      await Promise.all(silent);
    });

    it.each<RecordType>(['A', 'AAAA'])(
      'leads to the addresses of the other family if only %s is silent',
      async (silent) => {
        answer = (_name, type) =>
          type === silent ? undefined : { addresses: [type === 'A' ? '93.184.215.14' : '2606:4700::1111'] };
        expect(await resolver()('half.test', never)).toHaveLength(1);
      },
    );
  });

  it('is waited for if its answer is late', async () => {
    const { promise, resolve: send } = Promise.withResolvers<void>();
    answer = async (_name, type) => {
      await promise;
      return type === 'A' ? { addresses: ['93.184.215.14'] } : {};
    };
    const asked = resolver()('slow.test', never);
    while (dns.asked.length === 0) await new Promise((next) => setImmediate(next));
    send();
    expect(await asked).toEqual(['93.184.215.14']);
  });

  it('is looked up once while its answer may be cached', async () => {
    answer = (name, type) => (type === 'A' ? { addresses: ['93.184.215.14'], ttl: name === 'kept.test' ? 60 : 0 } : {});
    const resolve = resolver();
    for (const name of ['kept.test', 'kept.test', 'fresh.test', 'fresh.test']) await resolve(name, never);
    expect(dns.asked.filter((each) => each.startsWith('A '))).toEqual(['A kept.test', 'A fresh.test', 'A fresh.test']);
  });

  it('is not looked up if it stands in the hosts file, and follows the file', async () => {
    answer = () => ({});
    await writeFile(hosts(), '# names\n10.1.0.7\tmail Mail.inner # ours\n::1 six\n10.1.0.8 mail\nnone here\n');
    const resolve = resolver();
    expect(await resolve('MAIL', never)).toEqual(['10.1.0.7', '10.1.0.8']);
    expect(await resolve('mail.inner', never)).toEqual(['10.1.0.7']);
    await writeFile(hosts(), '10.1.0.9 mail');
    await utimes(hosts(), 1, 1);
    expect([await resolve('mail', never), dns.asked]).toEqual([['10.1.0.9'], []]);
  });

  it('is this machine below localhost', async () => {
    const resolve = resolver();
    expect([await resolve('localhost', never), await resolve('a.localhost', never), dns.asked]).toEqual([
      ['127.0.0.1', '::1'],
      ['127.0.0.1', '::1'],
      [],
    ]);
  });

  describe('that an operator configured', () => {
    beforeEach(() => writeFile(resolvConf(), 'nameserver 10.0.0.2\nsearch ns.cluster cluster\noptions ndots:2\n'));

    const completing = () => resolver({ completesNames: true });
    const namesAsked = () => dns.asked.filter((each) => each.startsWith('A ')).map((each) => each.slice(2));

    it('is completed by the search domains of the system', async () => {
      answer = answering({ 'A engine.site.cluster': { addresses: ['10.1.0.7'] } });
      expect(await completing()('engine.site', never)).toEqual(['10.1.0.7']);
      expect(namesAsked()).toEqual(['engine.site.ns.cluster', 'engine.site.cluster']);
    });

    it('is looked up unchanged first, if it has many dots', async () => {
      answer = () => ({ failure: 'SERVFAIL' });
      expect(await completing()('a.b.test', never)).toEqual([]);
      expect(new Set(namesAsked())).toEqual(new Set(['a.b.test', 'a.b.test.ns.cluster', 'a.b.test.cluster']));
      expect(namesAsked()[0]).toBe('a.b.test');
    });

    it('is completed no further, if it ends with a dot or a name server stays silent', async () => {
      answer = (name) => (name === 'whole.test' ? {} : undefined);
      expect(await completing()('whole.test.', never)).toEqual([]);
      expect(await reasonOf(resolver({ completesNames: true, timeout: 50 })('engine', never))).toBe('timeout');
      expect(new Set(namesAsked())).toEqual(new Set(['whole.test', 'engine.ns.cluster']));
    });

    it('is not completed, if a user chose it', async () => {
      answer = () => ({});
      await resolver()('engine.site', never);
      expect(namesAsked()).toEqual(['engine.site']);
    });
  });
});
