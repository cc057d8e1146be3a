import fc from 'fast-check';
import { context, coreUnderTest } from '../../testing.contract.ts';
import { userDecider } from './userCommands.ts';
import { readOnlyUserNames } from './userNames.ts';
import { changeUser, registerUser } from './userWriting.ts';

const name = fc.constantFrom('ada', 'ADA', 'bob', 'cleo');
const id = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('register' as const), id, name }),
  fc.record({ kind: fc.constant('rename' as const), id, name }),
  fc.record({ kind: fc.constant('delete' as const), id, name }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('the unique names of users', () => {
  it('are those of the existing users, after any registrations, changes and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const core = coreUnderTest();
        const living = new Map<number, { login: string; email: string; slug: string }>();
        const run = (each: Step) =>
          core.commands.run(context(), async (unit) => {
            const email = `${each.name}@example.test`;
            if (each.kind === 'delete') {
              return unit.decide(userDecider, each.id, { type: 'Delete', reassign: null }, undefined);
            }
            if (each.kind === 'rename') return changeUser(unit, core.names, each.id, { email, slug: each.name });
            const asked = { id: each.id, login: each.name, email, roles: [], password: '' };
            return registerUser(unit, core.names, asked);
          });
        for (const each of steps) {
          const outcome = await run(each).catch(() => undefined);
          if (outcome === undefined) continue;
          const { login, email, slug } = outcome.result;
          if (each.kind === 'delete') living.delete(each.id);
          else living.set(each.id, { login, email, slug });
        }
        const { result: held } = await core.commands.run(context(), async (unit) => {
          const holders = [];
          for (const each of ['ada', 'bob', 'cleo']) {
            for (const kind of ['login', 'slug'] as const) holders.push(await core.names.holder(unit, kind, each));
            holders.push(await core.names.holder(unit, 'email', `${each}@example.test`));
          }
          return holders;
        });
        const bearer = (kind: 'login' | 'email' | 'slug', wanted: string): number | null =>
          [...living].find(([, names]) => names[kind].toLowerCase() === wanted)?.[0] ?? null;
        const expected = ['ada', 'bob', 'cleo'].flatMap((each) => [
          bearer('login', each),
          bearer('slug', each),
          bearer('email', `${each}@example.test`),
        ]);
        expect(held).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('cannot be moved without the key of their claims', async () => {
    const core = coreUnderTest();
    const { result: user } = await core.commands.run(context(), (unit) =>
      registerUser(unit, core.names, { id: 1, login: 'ada', email: 'a@example.test', roles: [], password: '' }),
    );
    await expect(readOnlyUserNames.of(user)).rejects.toThrow('key');
    expect(await readOnlyUserNames.of({ ...user, deleted: true })).toEqual([]);
  });
});
