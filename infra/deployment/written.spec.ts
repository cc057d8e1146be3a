import { readFileSync } from 'node:fs';
import { composeServices } from './compose.ts';
import { plainForm } from './kubernetes/form.ts';
import { serviceManifests } from './kubernetes/part.ts';
import { valuesOf } from './kubernetes/values.ts';
import { type Part, parts } from './parts.ts';
import { withSections } from './sections.ts';
import { writtenFiles } from './written.ts';

const root = new URL('../../', import.meta.url);

describe('Every generated file', () => {
  it('follows from the manifest and the error catalogues (npm run generate)', async () => {
    for (const { path, text } of await writtenFiles())
      expect([path, readFileSync(new URL(path, root), 'utf8')]).toEqual([path, text]);
  });
});

describe('a generated section', () => {
  const file = ['before', '  # written by `npm run generate`: names', 'old', '  # end of what is written', 'after'];

  it('is written again without a change around it', () => {
    const text = withSections(file.join('\n'), { names: ['new', 'newer'] });
    expect(text.split('\n')).toEqual([...file.slice(0, 2), 'new', 'newer', ...file.slice(3)]);
  });

  it('is refused if it is missing or has no end', () => {
    expect(() => withSections(file.join('\n'), { other: [] })).toThrow('no section other');
    expect(() => withSections(file.slice(0, 3).join('\n'), { names: [] })).toThrow('no section names');
  });
});

describe('settings that one service reads', () => {
  const [first] = parts() as [Part];
  const settings = { GREETING: 'Hello "you"', API_KEY: null };
  const part: Part = { ...first, entry: { ...first.entry, settings, volumes: {} } };

  it('are passed to it in Kubernetes, and secrets come from its own Secret', () => {
    const written = serviceManifests(part, plainForm(valuesOf([part])));
    expect(written).toContain('- { name: GREETING, value: "Hello \\"you\\"" }');
    expect(written).toContain('secretKeyRef: { name: "almanac-core", key: API_KEY, optional: true }');
  });

  it('are passed to it by compose, and secrets come from the environment', () => {
    expect(composeServices([part]).join('\n')).toContain(`GREETING: "Hello \\"you\\"", API_KEY: "\${API_KEY:-}"`);
  });
});
