import { coreUnderTest, type UnderTest } from '../../testing.contract.ts';
import { firstStart } from '../firstStart.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import { startSession, userOfSession } from './sessions.ts';

const DAY = 24 * 60 * 60 * 1_000;
const site = { users: [{ login: 'admin', role: 'administrator', email: 'admin@example.test', password: 'harbour' }] };

let core: UnderTest;
let id: string;
beforeEach(async () => {
  core = coreUnderTest(site);
  await firstStart(core, async () => undefined);
  id = await startSession(core, (await userById(core.documents, 1)) as User);
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
});
