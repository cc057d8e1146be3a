import { coreUnderTest, type UnderTest } from '../../testing.contract.ts';
import { firstStart } from '../firstStart.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import { endSessions, sessionsOf, startSession, userOfSession } from './sessions.ts';

const DAY = 24 * 60 * 60 * 1_000;
const site = { users: [{ login: 'admin', role: 'administrator', email: 'admin@example.test', password: 'harbour' }] };

let core: UnderTest;
let id: string;
beforeEach(async () => {
  core = coreUnderTest(site);
  await firstStart(core, async () => undefined);
  id = await startSession(core, (await userById(core.documents, 1)) as User, 'A browser');
});

describe('a session', () => {
  it('ends two weeks after its last use', async () => {
    core.advance(14 * DAY - 1);
    expect(await userOfSession(core, id)).toMatchObject({ id: 1 });
    core.advance(14 * DAY);
    expect(await userOfSession(core, id)).toBeUndefined();
  });

  it('ends after thirty days, however often it is used', async () => {
    for (let day = 0; day < 29; day++) {
      core.advance(DAY);
      expect(await userOfSession(core, id)).toMatchObject({ id: 1 });
    }
    core.advance(DAY - 1);
    expect(await userOfSession(core, id)).toMatchObject({ id: 1 });
    core.advance(1);
    expect(await userOfSession(core, id)).toBeUndefined();
  });

  it('belongs to its user alone, and to nobody if the id is unknown', async () => {
    const [, secret = ''] = id.split('.');
    for (const other of [secret, `2.${secret}`, `1.${'x'.repeat(43)}`, `1/${secret}`, `01.${secret}`, '', '__proto__'])
      expect(await userOfSession(core, other)).toBeUndefined();
  });

  it('is listed for its user, the newest first, until it is over', async () => {
    core.advance(1_000);
    const user = (await userById(core.documents, 1)) as User;
    const last = await startSession(core, user, 'B'.repeat(300));
    const listed = await sessionsOf(core, user);
    expect(listed.map(({ browser }) => browser)).toEqual(['B'.repeat(200), 'A browser']);
    expect(await sessionsOf(core, { ...user, password: 'another' })).toEqual([]);
    expect(await sessionsOf(core, { ...user, id: 11 })).toEqual([]);
    const names = listed.map(({ name }) => name);
    await endSessions(core, 2, names);
    expect(await userOfSession(core, last)).toMatchObject({ credential: { kind: 'session', id: names[0] } });
    await endSessions(core, 1, names);
    expect([await userOfSession(core, last), await userOfSession(core, id)]).toEqual([undefined, undefined]);
  });
});
