import { redirectReport } from '../report.ts';
import type { FormClient } from '../siteClient.ts';
import { importRedirects } from './importRedirects.ts';

const IMPORT = { isDryRun: false, isConfirmed: false };
const file = { name: 'r.csv', type: 'text/plain', bytes: Buffer.from('/a,/b') };

/** Creates a site with groups of redirects that gives one answer to every file. */
const siteOf = (answer: object, names: readonly string[] = ['First', 'Old site']) => {
  const groups = names.map((name, index) => ({ id: index + 1, name }));
  const sent: unknown[] = [];
  const client: FormClient = {
    request: async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      const { name = '' } = (body ?? {}) as { name?: string };
      if (method === 'POST') groups.push({ id: groups.length + 1, name });
      const wanted = new URL(path, 'http://site.example').searchParams.get('filterBy[name]') ?? '';
      return { items: groups.filter((group) => group.name.includes(wanted)) } as Answer;
    },
    sendForm: async <Answer>(path: string, { name }: { readonly name: string }): Promise<Answer> => {
      sent.push([path, name]);
      return answer as Answer;
    },
  };
  return { client, sent };
};

const pathTo = (group: number, choices = 'dry_run=false&confirm=false') =>
  `/redirection/v1/import/file/${group}?${choices}`;

describe('An import of redirects', () => {
  it('sends the file to the first group, and reports lines that are no redirects', async () => {
    const { client, sent } = siteOf({ imported: 2, unchanged: 1, errors: [{ line: 4, reason: 'No.' }] });
    const report = await importRedirects(file, client, IMPORT);
    expect(sent).toEqual([[pathTo(1), 'r.csv']]);
    const told = redirectReport(report, 'http://site.example');
    expect([told.failed, told.whole()]).toEqual([1, expect.stringContaining('Not imported:\n  line 4: No.')]);
    expect(told.brief()).toContain('2 redirects created, 1 unchanged, 1 lines not imported');
  });

  it.each([
    ['Old site', 2],
    ['2', 2],
    ['New site', 3],
  ])('finds the group by its name or id, or creates it: %s', async (group, id) => {
    const { client, sent } = siteOf({ imported: 0, errors: [] });
    await importRedirects(file, client, { ...IMPORT, group });
    expect(sent).toEqual([[pathTo(id), 'r.csv']]);
  });

  it('names a group that is missing, and creates none in a dry run', async () => {
    const { client } = siteOf({});
    const planning = importRedirects(file, client, { ...IMPORT, isDryRun: true, group: 'New site' });
    await expect(planning).rejects.toThrow('The site has no group “New site” yet.');
    const { client: empty } = siteOf({}, []);
    await expect(importRedirects(file, empty, IMPORT)).rejects.toThrow('name one with --group.');
  });

  it('lists the redirects that a confirmed import would create', async () => {
    const rule = { line: 1, url: '/a', action_type: 'url', action_code: 301, action_data: { url: '/b' } };
    const gone = { ...rule, line: 2, action_type: 'error', action_code: 410, action_data: null };
    const { client, sent } = siteOf({ imported: 2, errors: [], rules: [rule, gone] });
    const report = await importRedirects(file, client, { isDryRun: true, isConfirmed: true });
    expect(sent).toEqual([[pathTo(1, 'dry_run=true&confirm=true'), 'r.csv']]);
    const text = redirectReport(report, '').whole();
    expect(text).toContain('2 redirects would be created');
    expect(text).toContain('  line 1: /a (url 301) → /b\n  line 2: /a (error 410)');
  });
});
