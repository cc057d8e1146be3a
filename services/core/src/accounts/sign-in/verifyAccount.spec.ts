import { context, coreUnderTest } from '../../testing.contract.ts';
import { firstStart } from '../firstStart.ts';
import { userById } from '../users/readModels/userList.ts';
import { changeUser } from '../users/userWriting.ts';
import { createAttemptLimits } from './attemptLimits.ts';
import { verifyAccount } from './verifyAccount.ts';

const site = { users: [{ login: 'admin', role: 'administrator', email: 'admin@example.test', password: 'harbour' }] };

/** The hash of `harbour` at a former cost. */
const OUTDATED = 'scrypt$16384$8$1$MDEyMzQ1Njc4OWFiY2RlZg$NkVH1nqvCftr1jFuVensTe2L9hZ4FPyBxFZHRU66hLM';

describe('a sign-in', () => {
  it('hashes a password again that was hashed at another cost', async () => {
    const core = coreUnderTest(site);
    await firstStart(core, async () => undefined);
    const name = (await userById(core.documents, 1))?.password ?? '';
    await core.accountPasswords.keep(name, OUTDATED);
    const verify = (password: string) =>
      verifyAccount(core, createAttemptLimits(core.limits), { login: 'admin', password, ip: '192.0.2.1' });
    expect(await verify('pier')).toBeUndefined();
    expect(await core.accountPasswords.find(name)).toBe(OUTDATED);
    expect(await verify('harbour')).toMatchObject({ id: 1 });
    const renewed = await core.accountPasswords.find(name);
    expect(renewed).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await verify('harbour')).toMatchObject({ id: 1 });
    expect(await core.accountPasswords.find(name)).toBe(renewed);
  });

  it('hashes a password of the site file once, and never after the user has got another one', async () => {
    const core = coreUnderTest(site);
    await firstStart(core, async () => undefined);
    const limits = createAttemptLimits(core.limits);
    const verify = (password: string) => verifyAccount(core, limits, { login: 'admin', password, ip: '192.0.2.1' });
    const { password: name } = (await userById(core.documents, 1)) ?? { password: '' };
    expect(await core.accountPasswords.find(name)).toBeUndefined();
    expect(await verify('pier')).toBeUndefined();
    const hash = await core.accountPasswords.find(name);
    expect(await verify('harbour')).toMatchObject({ id: 1 });
    expect(await core.accountPasswords.find(name)).toBe(hash);
    await core.commands.run(context(), (unit) => changeUser(unit, core.names, 1, { password: 'of-an-interface' }));
    expect(await verify('harbour')).toBeUndefined();
  });

  it('counts login and e-mail address of a user as one name', async () => {
    const core = coreUnderTest(site);
    await firstStart(core, async () => undefined);
    const limits = createAttemptLimits(core.limits);
    const verify = (login: string) => verifyAccount(core, limits, { login, password: 'pier', ip: '192.0.2.1' });
    for (let turn = 0; turn < 5; turn++) {
      expect(await verify('admin')).toBeUndefined();
      expect(await verify(' Admin@example.test')).toBeUndefined();
    }
    await expect(verify('admin@example.test')).rejects.toMatchObject({ code: 'too_many_attempts' });
  });
});
