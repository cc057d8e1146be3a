import { type RunningEngine, startEngine } from '@almanac/engine';
import { silentLog } from '@almanac/service';
import { httpServices } from '../remote/httpServices.ts';
import type { NewSite } from '../remoteServices.ts';
import { type Asker, serveTranslation, startOfSpecs, type TestService, usersOfRoles } from '../testing.contract.ts';
import { ACCOUNT, accountDecider } from './siteAccount.ts';

const KEY = 'the key of both sides, 32 letters';
const now = () => new Date(startOfSpecs);
const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
const [FIRST, HERE] = ['https://first.test', 'https://here.test'];

let engine: RunningEngine;
let served: TestService;
let told: NewSite[];

const serve = (publicUrl: string | undefined) => {
  const remote = httpServices({ address: engine.address, key: KEY, now });
  const register = (site: NewSite) => {
    told.push(site);
    return remote.account.register(site);
  };
  const account = { ...remote.account, register };
  return serveTranslation({}, usersOfRoles, { remote: { ...remote, account }, publicUrl, restPrefix: 'json' });
};

beforeEach(async () => {
  told = [];
  engine = await startEngine({ port: 0, key: KEY, now, log: silentLog });
  served = await serve(HERE);
});
afterEach(async () => {
  await served.stop();
  await engine.stop();
});

const ams = async (method: string, path: string, body?: object, as?: Asker) => {
  const answer = await served.ask(method, `/i18n/tm/v1/ams/${path}`, { body, ...(as && { as }) });
  return { status: answer.status, body: answer.body, code: answer.body?.code };
};
const say = (as: unknown, who?: Asker) => ams('POST', 'clone', { as }, who);
const events = async () => (await served.store.readLog(0)).flatMap((commit) => commit.events.map(({ type }) => type));

/** Registers the site, then resolves it as moved to the first address, so that it is now elsewhere. */
const clone = async () => {
  await ams('POST', 'register_manager', {});
  const moved = { type: 'ResolveClone', as: 'moved', url: FIRST } as const;
  await served.translation.commands.run(context, (unit) => unit.decide(accountDecider, ACCOUNT, moved, undefined));
};

const refused = [
  ['POST', 'register_manager', {}],
  ['GET', 'engines', undefined],
  ['POST', 'engines', { list: [{ engine: 'classic', enabled: true }] }],
  ['GET', 'console', undefined],
  ['GET', 'synchronize/translators', undefined],
  ['GET', 'synchronize/managers', undefined],
] as const;

describe('a site at another address than it was registered for', () => {
  beforeEach(clone);

  it('refuses every route of the account, asks the account nothing, and notes its address once', async () => {
    await engine.stop();
    const before = await events();
    for (const [method, path, body] of refused)
      expect([path, await ams(method, path, body)]).toEqual([
        path,
        expect.objectContaining({ status: 409, code: 'i18n_site_cloned' }),
      ]);
    expect((await events()).slice(before.length)).toEqual(['CloneDetected']);
  });

  it('shows both addresses without a question to the account', async () => {
    await engine.stop();
    expect((await ams('GET', 'status')).body).toEqual({
      activated: false,
      state: 'locked',
      url: HERE,
      registered_url: FIRST,
    });
  });

  it('continues under its new address when it has moved, with the same keys', async () => {
    const before = await served.secrets.get('account');
    expect((await say('moved')).body).toEqual({ as: 'moved', registered: true, url: HERE });
    expect((await ams('GET', 'status')).body).toEqual({ activated: true, state: 'active' });
    expect((await ams('GET', 'engines')).status).toBe(200);
    expect(await served.secrets.get('account')).toBe(before);
    expect(await say('moved')).toMatchObject({ status: 409, code: 'i18n_site_not_cloned' });
  });

  it('is no longer registered when it is a copy, and registers as a site of its own', async () => {
    const original = JSON.parse((await served.secrets.get('account')) ?? '');
    expect((await say('copy')).body).toEqual({ as: 'copy', registered: false, url: HERE });
    expect(await served.secrets.get('account')).toBeUndefined();
    expect((await ams('GET', 'status')).body).toBeNull();
    expect((await ams('GET', 'engines')).code).toBe('i18n_site_not_registered');
    expect(await say('moved')).toMatchObject({ status: 409, code: 'i18n_site_not_registered' });
    expect((await ams('POST', 'register_manager', {})).body).toEqual({ enabled: true });
    const own = JSON.parse((await served.secrets.get('account')) ?? '');
    expect([own.site === original.site, own.secret === original.secret]).toEqual([false, false]);
    expect(told.map(({ url }) => url)).toEqual([HERE, HERE]);
    expect((await ams('GET', 'status')).body).toEqual({ activated: true, state: 'active' });
  });

  it('becomes either a move or a copy if two administrators answer differently at once', async () => {
    const answers = await Promise.all([say('copy'), say('moved'), say('copy'), say('moved')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await events()).filter((type) => type === 'CloneResolved')).toHaveLength(2);
  });

  it.each([[undefined], [''], ['Copy'], ['constructor'], [['copy']], [null]])(
    'cannot be declared as %j',
    async (as) => {
      const before = await events();
      const { status, code } = await say(as);
      expect([status, ['rest_invalid_param', 'rest_missing_callback_param']]).toEqual([
        400,
        expect.arrayContaining([code]),
      ]);
      expect(await events()).toEqual(before);
    },
  );

  it('is declared by administrators, not by managers', async () => {
    await served.ask('POST', '/i18n/tm/v1/translators', { body: { user_id: 3, manager: true } });
    expect(await say('moved', 'author')).toMatchObject({ status: 403, code: 'rest_forbidden' });
    expect(await ams('GET', 'status', undefined, 'author')).toMatchObject({ status: 200 });
  });
});

describe('a site at its registered address, or without a registration', () => {
  it('needs no declaration', async () => {
    expect(await say('moved')).toMatchObject({ status: 409, code: 'i18n_site_not_registered' });
    await ams('POST', 'register_manager', {});
    expect(await say('copy')).toMatchObject({ status: 409, code: 'i18n_site_not_cloned' });
    expect(await events()).toEqual(['SiteRegistered']);
  });
});

describe('a site without a configured address', () => {
  it('is never taken for another', async () => {
    const nowhere = await serve(undefined);
    await nowhere.translation.commands.run(context, (unit) =>
      unit.decide(accountDecider, ACCOUNT, { type: 'RegisterSite', site: 'S', user: 5, url: FIRST }, undefined),
    );
    await nowhere.secrets.put('account', JSON.stringify({ site: 'S', secret: 'x'.repeat(32), shared: 'y' }));
    const { body } = await nowhere.ask('GET', '/i18n/tm/v1/ams/engines');
    // The engine does not know that site; the spec only checks that the request was sent.
    await nowhere.stop();
    expect([body.code, body.data.details]).toEqual(['i18n_remote_error', [expect.any(String)]]);
  });
});
