import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importRedirects } from '@almanac/infra/import-redirects';
import type { RunningSite } from '@almanac/infra/site';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '@almanac/infra/site-under-test';
import { RuleSet, type Visit } from '@almanac/redirects';
import { cleanMatch } from '@almanac/redirects/cleaning';

const folder = fileURLToPath(new URL('redirects/', import.meta.url));
const files = readdirSync(folder).filter((name) => name !== 'expected.json');

interface ExpectedFile {
  readonly rules: readonly string[];
  readonly errors: readonly string[];
  /** The answer of Apache 2.4 or nginx 1.22 with this file to each visit: a status, and the target of a redirect. */
  readonly visits?: Readonly<Record<string, string>>;
  /** Visits that the imported redirects answer otherwise: their answer, and the reason. */
  readonly otherwise?: Readonly<Record<string, readonly [answer: string, reason: string]>>;
}

const expected: Record<string, ExpectedFile> = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));

type Flags = Readonly<Record<'flag_query', 'exact' | 'exactorder' | 'ignore' | 'pass'>> &
  Readonly<Record<'flag_case' | 'flag_trailing' | 'flag_regex', boolean>>;

interface PlannedRule {
  readonly line: number;
  readonly url: string;
  readonly match_type: string;
  readonly match_data: { readonly source: Flags };
  readonly action_type: 'error' | 'nothing' | 'pass' | 'random' | 'url';
  readonly action_code: number;
  readonly action_data: Readonly<Record<string, unknown>> | null;
}

interface ImportAnswer {
  readonly imported: number;
  readonly errors: readonly { readonly line: number; readonly reason: string }[];
  readonly rules: readonly PlannedRule[];
}

const ruleLine = ({
  line,
  url,
  match_type,
  match_data,
  action_type,
  action_code,
  action_data,
}: PlannedRule): string => {
  const { flag_query, ...flags } = match_data.source;
  const set = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name.replace('flag_', '')] : []));
  const data = match_type === 'url' ? (action_data?.url ?? '') : JSON.stringify(action_data);
  return [`${line}: ${url}`, match_type, [flag_query, ...set].join(','), action_type, action_code, data].join(' | ');
};

/** Returns the answer of planned redirects to a visit such as `/a?b=1 host=example.org`. */
const answerOf = (rules: readonly PlannedRule[], visited: string): string => {
  const [target = '', ...conditions] = visited.split(' ');
  const { host = 'example.org', agent } = Object.fromEntries(conditions.map((each) => each.split('=')));
  const origin = `http://${host}`;
  const set = new RuleSet();
  set.putGroup({ id: 1, module_id: 1, enabled: true });
  for (const [index, { url, match_type, match_data, action_type, action_code, action_data }] of rules.entries()) {
    const match = cleanMatch(match_type, action_data ?? {}, { action: action_type, scheme: 'http' });
    if (match === undefined) throw new Error(`${url} cannot be matched`);
    const place = { id: index + 1, group_id: 1, position: index, enabled: true, log_exclude: false };
    set.put({ ...place, url, flags: match_data.source, match, action_type, action_code });
  }
  const headers = { host, ...(agent !== undefined && { 'user-agent': agent }) };
  const rightAddress = (address: string) => address;
  const visit: Visit = { target, origin, host, headers, ip: '127.0.0.1', now: new Date(0), rightAddress };
  const outcome = set.decide(set.find(target), visit);
  if (outcome.kind === 'redirect') return `${outcome.code} ${new URL(outcome.location, origin).href}`;
  return outcome.kind === 'error' ? `${outcome.code}` : outcome.kind === 'pass' ? `as ${outcome.target}` : '404';
};

describe('A redirect file from the field', () => {
  let running: RunningSite;
  beforeAll(async () => {
    running = await startSiteUnderTest(siteOfAda());
  });
  afterAll(() => running.stop());

  it('has a row in the table', () => {
    expect(Object.keys(expected).toSorted()).toEqual(files.toSorted());
  });

  it.each(files)('becomes the redirects of its row, which answer as its server does: %s', async (name) => {
    const client = clientOfAda(running);
    const file = { name, type: 'text/plain', bytes: readFileSync(folder + name) };
    const planned = await client.sendForm<ImportAnswer>('/redirection/v1/import/file/1?dry_run=true', file);
    const { rules, errors, visits = {}, otherwise = {} } = expected[name] ?? { rules: [], errors: [] };
    expect([planned.rules.map(ruleLine), planned.errors.map(({ line, reason }) => `${line}: ${reason}`)]).toEqual([
      rules,
      errors,
    ]);
    const answers = Object.keys(visits).map((visit) => [visit, answerOf(planned.rules, visit)]);
    const told = Object.entries(visits).map(([visit, answer]) => [visit, otherwise[visit]?.[0] ?? answer]);
    expect(answers).toEqual(told);

    const options = { group: name, isDryRun: false, isConfirmed: false };
    const created = planned.imported;
    expect(await importRedirects(file, client, options)).toMatchObject({ created, unchanged: 0 });
    expect(await importRedirects(file, client, options)).toMatchObject({ created: 0, unchanged: created });
  });
});
