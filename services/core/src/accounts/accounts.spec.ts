import { fitsSlowHash, slowHash } from '@almanac/identity';
import { eventually } from '@almanac/testing';
import { context, coreUnderTest } from '../testing.contract.ts';
import { applicationPasswords } from './application-passwords/applicationPassword.ts';
import { passwordsOf } from './application-passwords/readModels/passwordList.ts';
import { usageOf } from './application-passwords/usage.ts';
import { finishFirstStart, firstStart } from './firstStart.ts';
import { authenticate } from './sign-in/authenticate.ts';
import { startFirstPasswords } from './sign-in/firstPasswords.ts';
import type { AccountsCore } from './users/accountsCore.ts';
import { userById } from './users/readModels/userList.ts';
import { changeUser, registerUser } from './users/userWriting.ts';

const site = {
  users: [
    {
      login: 'admin',
      role: 'administrator',
      email: 'admin@example.test',
      password: 'admin-pass',
      application_passwords: [{ name: 'test', password: 'admn test site only 0000 0001' }],
    },
    { login: 'editor1', role: 'editor', email: 'editor1@example.test', first_name: 'Editor', last_name: 'One' },
  ],
};

const start = (core: AccountsCore) => firstStart(core, async () => undefined);

const ports = (core: AccountsCore) => ({ ...core, secrets: core.applicationSecrets });

describe('the first start', () => {
  it('creates the users of the site file with ids in its order, once', async () => {
    const core = coreUnderTest(site);
    expect(await start(core)).toBeUndefined();
    await start(core);
    expect(await userById(core.documents, 1)).toMatchObject({ login: 'admin', slug: 'admin', url: '/', name: 'admin' });
    expect(await userById(core.documents, 2)).toMatchObject({ name: 'Editor One', url: '', roles: ['editor'] });
    expect(await core.store.last()).toBe(1);
  });

  it('leaves the passwords of the site file to be hashed later, also by the next start', async () => {
    const core = coreUnderTest(site);
    await start(core);
    const name = (await userById(core.documents, 1))?.password ?? '';
    expect(await core.accountPasswords.find(name)).toBeUndefined();
    const hashing = startFirstPasswords(core, 0);
    await eventually(async () => (await core.accountPasswords.find(name)) !== undefined);
    await hashing.stop();
  });

  it('gives users the ids of the site file, and the others the lowest free ones, once', async () => {
    const named = (login: string, id?: number) => ({ login, id, role: 'editor', email: `${login}@example.test` });
    const admin = { ...named('admin', 10_001), role: 'administrator' };
    const core = coreUnderTest({ users: [admin, named('anna'), named('ben'), named('editor1', 2)] });
    await start(core);
    await start(core);
    const logins = [1, 2, 3, 10_001].map(async (id) => (await userById(core.documents, id))?.login);
    expect(await Promise.all(logins)).toEqual(['anna', 'editor1', 'ben', 'admin']);
    expect(await core.store.last()).toBe(1);
  });

  it('creates an administrator without a site file, whose password is shown once', async () => {
    const core = coreUnderTest();
    const first = await start(core);
    expect(first).toMatchObject({
      login: 'admin',
      password: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
      goesOn: false,
    });
    const asked = { login: 'admin', password: first!.password, ip: '10.0.0.1' };
    expect(await authenticate(ports(core), asked)).toMatchObject({ id: 1, roles: ['administrator'] });
    expect(await userById(core.documents, 1)).toMatchObject({ email: 'admin@localhost.invalid' });
    await finishFirstStart(core);
    expect(await start(core)).toBeUndefined();
  });

  it('continues with another password after an interruption, and the former password ends', async () => {
    const core = coreUnderTest();
    const first = await start(core);
    core.advance(60_000);
    const next = await start(core);
    expect(next).toMatchObject({ login: 'admin', began: first?.began, goesOn: true });
    const signIn = (password = '') => authenticate(ports(core), { login: 'admin', password, ip: '' });
    await expect(signIn(first?.password)).rejects.toMatchObject({ code: 'incorrect_password' });
    expect(await signIn(next?.password)).toMatchObject({ id: 1 });
    expect(await passwordsOf(core.documents, 1)).toHaveLength(1);
  });

  it('continues in the second of two replicas if the first is killed before it has shown a password', async () => {
    const core = coreUnderTest();
    let isAlone = true;
    const insert: AccountsCore['entries']['insert'] = async (...asked) => {
      const inserted = await core.entries.insert(...asked);
      // another replica overtakes this one and is killed
      if (asked[0] === 'first-start' && isAlone) {
        isAlone = false;
        await start(core);
      }
      return inserted;
    };
    expect(await start({ ...core, entries: { ...core.entries, insert } })).toBeUndefined();
    expect(await start(core)).toMatchObject({ login: 'admin', goesOn: true });
    await finishFirstStart(core);
    expect(await start(core)).toBeUndefined();
  });

  it('does not continue in the second of two replicas if the first was done before it began', async () => {
    const core = coreUnderTest();
    let isAlone = true;
    const documents = {
      ...core.documents,
      find: async (...asked: Parameters<AccountsCore['documents']['find']>) => {
        const found = await core.documents.find(...asked);
        if (isAlone) {
          isAlone = false;
          await start(core);
          await finishFirstStart(core);
        }
        return found;
      },
    } as AccountsCore['documents'];
    expect(await start({ ...core, documents })).toBeUndefined();
    expect(await start(core)).toBeUndefined();
  });

  it('leaves neither passwords nor their hashes in the log or the documents', async () => {
    const core = coreUnderTest(site);
    await start(core);
    const kept = JSON.stringify([await core.store.readLog(0), await core.documents.find(applicationPasswords, {})]);
    expect(kept).not.toMatch(/admin-pass|scrypt|hmac|admntest|admn test/);
    const claims = (await core.store.readLog(0))
      .flatMap((commit) => commit.keys)
      .filter((key) => key.includes('claim'));
    expect(claims.length).toBeGreaterThan(5);
    expect(claims.join()).not.toMatch(/admin|editor1/);
  });
});

describe('a sign-in with an application password', () => {
  it('accepts login or e-mail address, and ignores blanks in the password', async () => {
    const core = coreUnderTest(site);
    await start(core);
    const expected = { kind: 'user', id: 1, login: 'admin', credential: { kind: 'application-password' } };
    for (const login of ['admin', 'ADMIN', 'Admin@example.test']) {
      for (const password of ['admntestsiteonly00000001', 'admn test site only 0000 0001']) {
        expect(await authenticate(ports(core), { login, password, ip: '10.0.0.1' })).toMatchObject(expected);
      }
    }
  });

  it.each([
    ['nobody', 'admntestsiteonly00000001', 'invalid_username'],
    ['nobody@example.test', 'admntestsiteonly00000001', 'invalid_email'],
    ['admin', 'admin-pass', 'incorrect_password'],
    ['admin', '', 'incorrect_password'],
    ['editor1', 'admntestsiteonly00000001', 'incorrect_password'],
  ])('refuses %s with %s: %s', async (login, password, code) => {
    const core = coreUnderTest(site);
    await start(core);
    await expect(authenticate(ports(core), { login, password, ip: '' })).rejects.toMatchObject({ code, status: 401 });
  });

  it('records its use once a day, outside the log', async () => {
    const core = coreUnderTest(site);
    await start(core);
    const [password] = await passwordsOf(core.documents, 1);
    const signIn = (ip: string) =>
      authenticate(ports(core), { login: 'admin', password: 'admntestsiteonly00000001', ip });
    await signIn('10.0.0.1');
    core.advance(60_000);
    await signIn('10.0.0.2');
    expect(await usageOf(core.entries, password!.uuid)).toEqual({ at: core.now().getTime() - 60_000, ip: '10.0.0.1' });
    core.advance(24 * 3_600_000);
    await signIn('10.0.0.3');
    expect(await usageOf(core.entries, password!.uuid)).toMatchObject({ ip: '10.0.0.3' });
    expect(await core.store.last()).toBe(1);
  });
});

describe('the registration and change of users', () => {
  const register = (core: AccountsCore, id: number, login: string, email: string) =>
    core.commands.run(context(), (unit) =>
      registerUser(unit, core.names, { id, login, email, roles: ['subscriber'], password: '' }),
    );

  it('gives login and address to one user only, whatever their case', async () => {
    const core = coreUnderTest(site);
    await start(core);
    await expect(register(core, 9, 'ADMIN', 'x@example.test')).rejects.toMatchObject({ code: 'existing_user_login' });
    await expect(register(core, 9, 'x', 'ADMIN@example.test')).rejects.toMatchObject({ code: 'existing_user_email' });
    expect(await core.store.last()).toBe(1);
  });

  it('gives one of two concurrent users the name, and the other a clean refusal', async () => {
    const core = coreUnderTest(site);
    const outcomes = await Promise.allSettled([
      register(core, 8, 'racer', 'a@example.test'),
      register(core, 9, 'Racer', 'b@example.test'),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('numbers a slug that is taken', async () => {
    const core = coreUnderTest();
    await register(core, 1, 'jo smith', 'a@example.test');
    const { result } = await register(core, 2, 'jo-smith', 'b@example.test');
    expect(result.slug).toBe('jo-smith-2');
  });

  it('moves the claim of an address with it', async () => {
    const core = coreUnderTest(site);
    await start(core);
    const change = (id: number, email: string) =>
      core.commands.run(context(), (unit) => changeUser(unit, core.names, id, { email }));
    await expect(change(2, 'admin@example.test')).rejects.toMatchObject({ code: 'rest_user_invalid_email' });
    await change(2, 'new@example.test');
    await register(core, 9, 'other', 'editor1@example.test');
    await expect(change(1, 'new@example.test')).rejects.toMatchObject({ code: 'rest_user_invalid_email' });
  });
});

describe('an account password', () => {
  it('fits its own hash and no other', async () => {
    const hash = await slowHash('café', Buffer.from('0123456789abcdef'));
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await fitsSlowHash('café', hash)).toBe(true);
    expect(await fitsSlowHash('cafe', hash)).toBe(false);
  });
});
