import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeSample, codeSamples } from './codeSamples.ts';
import { withExamples } from './withExamples.ts';
import { withSamples } from './withSamples.ts';

const root = join(import.meta.dirname, '../../..');

/** The samples of every operation, by operation id. */
const samples = new Map(
  globSync('docs/interface/openapi/*.json', { cwd: root }).flatMap((file) => {
    const document = withExamples(JSON.parse(readFileSync(join(root, file), 'utf8')));
    const { paths } = withSamples(document, 'https://calendar.example.org/en/json');
    return Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ operationId, 'x-codeSamples': each }) => [String(operationId), each] as const);
  }),
);

const sourceOf = (operationId: string, label: CodeSample['label']): string | undefined =>
  samples.get(operationId)?.find((each) => each.label === label)?.source;

describe('the code samples of the interface', () => {
  it('exist for each operation, in three languages and with a complete address', () => {
    expect(samples.size).toBeGreaterThan(300);
    for (const [id, each] of samples) {
      expect([id, each.map(({ label }) => label)]).toEqual([id, ['curl', 'TypeScript', 'Python']]);
      expect([id, each[0]?.source]).toEqual([id, expect.not.stringMatching(/json\/\S*[{}]\S*'/)]);
    }
  });

  it('compile in TypeScript', () => {
    const folder = mkdtempSync(join(root, 'gateway/samples-'));
    try {
      for (const [id, each] of samples) writeFileSync(join(folder, `${id}.mts`), each[1]?.source ?? '');
      const options = {
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2024',
          types: ['node'],
          noEmit: true,
          skipLibCheck: true,
        },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, include: ['*.mts'] }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);

  it('show sign-in and body of a change', () => {
    expect(sourceOf('deleteEvent', 'curl')).toBe(
      "curl -X DELETE 'https://calendar.example.org/en/json/cal/events/v1/events/1' \\\n  -u 'LOGIN:APPLICATION PASSWORD'",
    );
    expect(sourceOf('createEvent', 'Python')).toContain('    json={\n        "title": "Harbour Concert",');
    expect(sourceOf('createEvent', 'Python')).toContain('"show_map": True');
    expect(sourceOf('uploadMedium', 'curl')).toContain("-F 'file=@harbour.jpg'");
    expect(sourceOf('listEvents', 'TypeScript')).toBe(
      [
        "const answer = await fetch('https://calendar.example.org/en/json/cal/events/v1/events');",
        'if (!answer.ok) throw new Error(await answer.text());',
        'console.log(await answer.json());',
      ].join('\n'),
    );
  });

  it('quote texts as each language requires', () => {
    const request = {
      method: 'POST',
      address: "https://a/?q='",
      needsSignIn: false,
      body: { a: 'it\'s\n"b"' },
      getsJson: true,
    };
    const [shell, script, python] = codeSamples(request).map(({ source }) => source);
    expect(shell).toContain(String.raw`-d '{"a":"it'\''s\n\"b\""}'`);
    expect(script).toContain(String.raw`fetch('https://a/?q=\'', {`);
    expect(script).toContain(String.raw`"a": "it's\n\"b\""`);
    expect(python).toContain(String.raw`"a": "it's\n\"b\""`);
  });
});
