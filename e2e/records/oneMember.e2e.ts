import fc from 'fast-check';
import type { LoggedCommit } from '../fuzz/siteLogs.ts';
import { membersOf, memberValues } from './memberValues.ts';
import { type Body, type RecordSite, startRecordSite } from './recordSite.ts';
import type { UpdatableRecord } from './updatableRecords.ts';
import { followersOf, isHidden, memberOfAnswer } from './writableMembers.ts';

/** Changes of each member; it may take more tries, because some values are refused or already set. */
const CHANGES = Number(process.env.RECORD_RUNS ?? (process.env.LONG === undefined ? 2 : 10));
const TRIES = 60;
const { seed: SEED = 0 } = fc.readConfigureGlobal();

/** Members that are set only at creation or have a single value, and private ones, which no log contains. */
const FIXED = ['username', 'app_id', 'template', 'author_email'];
/** Read-only settings: they are shown, and another value is refused. */
const FIXED_SETTINGS = [
  'language',
  'url',
  'email',
  'use_smilies',
  'default_category',
  'default_post_format',
  'show_on_front',
  'page_on_front',
  'page_for_posts',
  'site_logo',
  'site_icon',
];
/** Members of an item of a menu that name other records. */
const OF_OTHERS = ['parent', 'type', 'object', 'object_id', 'menus'];
const isFixed = (name: string, { creation, pattern }: UpdatableRecord): boolean =>
  FIXED.includes(name) ||
  (name === 'roles' && creation === undefined) ||
  // other values need other records: an item of the same menu, a post, a term
  (pattern.startsWith('/core/v2/menu-items/') && OF_OTHERS.includes(name)) ||
  (pattern.endsWith('/settings') && FIXED_SETTINGS.includes(name));

/** Returns the event data of the record itself, without records that were created with it. */
const dataOf = (written: readonly LoggedCommit[], id: string): object[] =>
  written.flatMap(({ streams, data }) => data.filter((_, at) => streams[at]?.endsWith(`-${id}`)));

describe(`a change of one member (FUZZ_SEED=${SEED})`, () => {
  let site: RecordSite;
  /** Number of tested members; it changes the seed, so that unique names differ between members. */
  let tried = 0;
  beforeAll(async () => {
    site = await startRecordSite();
  });
  afterAll(() => site.stop());

  /** Changes one member of a new record. @returns true if the change was written */
  const changeOne = async (record: UpdatableRecord, made: Body, [name, value]: [string, unknown]): Promise<boolean> => {
    const path = await site.make(record, 'admin', made);
    if (path === undefined) return false;
    const { body: before } = await site.ask('GET', `${path}?context=edit`, 'admin');
    const answer = await site.ask('PUT', path, 'admin', { [name]: value });
    const written = await site.writtenBy(answer);
    if (answer.status !== 200 || written.length === 0) return false;
    const { body: after } = await site.ask('GET', `${path}?context=edit`, 'admin');
    const followers = followersOf(name, value, record.pattern);
    const others = Object.keys(record.args).filter((each) => each !== name && !followers.includes(each));
    const membersOf = (body: Body) => Object.fromEntries(others.map((each) => [each, memberOfAnswer(each, body)]));
    const said = dataOf(written, String(before.uuid ?? before.id));
    const touched = others.filter((each) => isHidden(each, before) && said.some((data) => Object.hasOwn(data, each)));
    expect({ ...membersOf(after), touched }).toEqual({ ...membersOf(before), touched: [] });
    return true;
  };

  const failuresOf = async (record: UpdatableRecord, name: string): Promise<string[]> => {
    const { pattern, creation, args } = record;
    const around = { pattern, referred: site.referred };
    const value = memberValues(name, args[name] ?? {}, around);
    let done = 0;
    tried += 1;
    const property = fc.asyncProperty(membersOf(creation?.args ?? {}, around), value, async (made, changed) => {
      if (done < CHANGES && (await changeOne(record, made, [name, changed]))) done += 1;
    });
    const result = await fc.check(property, { numRuns: TRIES, seed: SEED + tried });
    const what = `${name} of ${pattern}`;
    if (result.failed) return [`${what}\n${JSON.stringify(result.counterexample)}\n${result.errorInstance}`];
    return done === 0 && !isFixed(name, record) ? [`${what} was never changed in ${TRIES} tries`] : [];
  };

  it('leaves all others as they are, in every record that can be changed', async () => {
    const failures: string[] = [];
    for (const record of site.records) {
      for (const name of Object.keys(record.args)) failures.push(...(await failuresOf(record, name)));
    }
    expect(failures.join('\n\n')).toBe('');
  });
});
