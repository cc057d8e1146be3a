import { codeHash } from './digests.ts';
import { slowFormerHashes } from './recoveryHashes.ts';
import { FORBIDDEN, type ServedSecondStep, serveSecondStep } from './testing.contract.ts';

const RECOVERY_KIND = 'second-step-recovery';
const WRONG = [401, 'login_mfa_wrong_code'];

describe('stored recovery codes', () => {
  let step: ServedSecondStep;
  beforeEach(async () => {
    step = await serveSecondStep('mail');
  });
  afterEach(() => step.misc.stop());

  const made = async (): Promise<string[]> => (await step.inside('recovery-codes', { user: 7 })).body.codes;
  const kept = async () => (await step.misc.entries.list<{ readonly hashes: readonly string[] }>(RECOVERY_KIND))[0]!;
  const hashes = async () => (await kept()).body.hashes;
  const signsIn = async (code: string, ip: string) => step.check((await step.begin({ ip })).browser, code);

  /** Stores ten codes in the form of a former release. */
  const formerCodes = async (): Promise<string[]> => {
    const codes = await made();
    const { id } = await kept();
    const fast = codes.map((code) => codeHash(code.replaceAll('-', ''), id, step.misc.secret));
    await step.misc.entries.put(RECOVERY_KIND, id, { hashes: fast });
    return codes;
  };

  it('are slow to guess, under one salt for a set and another for the next', async () => {
    await made();
    const first = await hashes();
    await made();
    const next = await hashes();
    const salts = [...first, ...next].map((hash) => /^scrypt\$16384\$8\$5\$([\w-]{22})\$[\w-]{43}$/.exec(hash)?.[1]);
    expect(new Set(first).size).toBe(10);
    expect([new Set(salts.slice(0, 10)).size, new Set(salts.slice(10)).size, new Set(salts).size]).toEqual([1, 1, 2]);
  });

  it('work for users whose codes a former release has stored, before and after they are rehashed', async () => {
    const codes = await formerCodes();
    expect(await signsIn(codes[0]!, '198.51.100.1')).toBe(7);
    await slowFormerHashes(step.misc.misc);
    const slow = await hashes();
    expect(slow).toEqual(Array(10).fill(expect.stringMatching(/^scrypt\$/)));
    expect(await signsIn(codes[9]!, '198.51.101.1')).toBe(7);
    expect(await signsIn(codes[0]!, '198.51.102.1')).toEqual(WRONG);
    await slowFormerHashes(step.misc.misc);
    expect(await hashes()).toEqual(slow);
  });

  it('do not come back if a new set is created while they are rehashed', async () => {
    await formerCodes();
    const former = await kept();
    const codes = await made();
    await step.misc.misc.kept.replaceRecovery(former, ['scrypt$']);
    expect((await step.misc.entries.list(RECOVERY_KIND)).map(({ id }) => id)).not.toContain(former.id);
    expect(await signsIn(codes[2]!, '198.51.100.1')).toBe(7);
  });

  it('are tried five times a sign-in, however many guesses arrive at once, and only in a valid form', async () => {
    await made();
    const looked = jest.spyOn(step.misc.entries, 'get');
    const tries = () => looked.mock.calls.filter(([kind]) => kind === RECOVERY_KIND).length;
    const { browser } = await step.begin();
    const answers = await Promise.all(Array.from({ length: 9 }, () => step.check(browser, 'ABCD-EFGH-JKMN')));
    expect(answers.map((answer) => answer[0]).toSorted()).toEqual([...Array(5).fill(401), ...Array(4).fill(403)]);
    expect(tries()).toBe(5);
    expect(await step.check(browser, 'ABCD-EFGH-JKMN')).toEqual(FORBIDDEN);
    for (const typed of ['ABCD-EFGH-JKM', '1234', 'ABCD-EFGH-JKM0', 'constructor'])
      expect(await step.check((await step.begin({ user: 8, ip: `198.51.${typed.length}.1` })).browser, typed)).toEqual(
        WRONG,
      );
    expect(tries()).toBe(5);
  });
});
