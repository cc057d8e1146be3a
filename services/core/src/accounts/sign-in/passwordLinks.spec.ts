import { coreUnderTest, type UnderTest } from '../../testing.contract.ts';
import { finishFirstStart, firstStart } from '../firstStart.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import { changeUser } from '../users/userWriting.ts';
import { makePasswordLink, setPasswordByLink, userOfLink } from './passwordLinks.ts';
import { startSession, userOfSession } from './sessions.ts';

const PASSWORD = 'seven herons at the harbour';
const context = { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' } as const;

let core: UnderTest;
let token: string;
const administrator = async () => (await userById(core.documents, 1)) as User;
const set = async (password = PASSWORD) =>
  setPasswordByLink(core, { context, commands: core.commands }, { token, of: await administrator(), password });
beforeEach(async () => {
  core = coreUnderTest();
  await firstStart(core, async () => undefined);
  await finishFirstStart(core);
  token = await makePasswordLink(core, await administrator());
});

describe('a link that sets a password', () => {
  it('belongs to its user for a day', async () => {
    expect(await userOfLink(core, token)).toMatchObject({ id: 1 });
    core.advance(24 * 60 * 60 * 1_000);
    expect(await userOfLink(core, token)).toBeUndefined();
  });

  it('belongs to nobody if it was invented', async () => {
    for (const made of ['', 'constructor', `${token}x`]) expect(await userOfLink(core, made)).toBeUndefined();
  });

  it('is stored only as a hash', async () => {
    const kept = JSON.stringify(await core.entries.list('password-link'));
    expect(kept).toContain('"user":1');
    expect(kept).not.toContain(token);
  });

  it('is used up by setting it, together with every other of that user and every session', async () => {
    const other = await makePasswordLink(core, await administrator());
    const session = await startSession(core, await administrator(), 'spec');
    await set();
    const ended = [await userOfLink(core, token), await userOfLink(core, other), await userOfSession(core, session)];
    expect(ended).toEqual([undefined, undefined, undefined]);
  });

  it('ends with the e-mail address of its user, to which it may have been sent', async () => {
    await core.commands.run(context, (unit) => changeUser(unit, core.names, 1, { email: 'moved@example.org' }));
    expect(await userOfLink(core, token)).toBeUndefined();
  });

  it('stays valid after a password that is too weak, or that no client of the interface could set', async () => {
    for (const refused of ['short', '', 'nine\\herons at the harbour'])
      await expect(set(refused)).rejects.toMatchObject({ code: 'rest_invalid_param' });
    expect(await userOfLink(core, token)).toMatchObject({ id: 1 });
  });

  it('lets one of two concurrent users win', async () => {
    const outcomes = await Promise.allSettled([set(), set('another long password')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'LinkUsedUpError' },
    });
    expect(await core.entries.list('account-password')).toHaveLength(1);
  });
});
