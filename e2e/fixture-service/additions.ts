import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Addition {
  /** Text of the file after which, or before which, `text` is inserted. */
  readonly after?: string;
  readonly before?: string;
  readonly text: string;
}

const ENTRY = `    guestbook: {
      about: 'A guest book that users sign.',
      number: 5,
      team: '@almanac/guestbook',
      pages: [],
      subscriptions: { 'guestbook.authors': { sources: ['core'] } },
      settings: { GUESTBOOK_HOOK: '' },
      volumes: {},
      resources,
      replicas,
    },
`;

/** Lines that a service adds to existing files (docs/adding-a-service.md). */
const ADDITIONS: Readonly<Record<string, readonly Addition[]>> = {
  'libs/manifest/src/manifest.ts': [
    { before: '  },\n  reserved:', text: ENTRY },
    { after: "    'editor/v1': 'misc',\n", text: "    'guestbook/v1': 'guestbook',\n" },
  ],
  'infra/package.json': [{ after: '    "@almanac/gateway": "0.1.0",\n', text: '    "@almanac/guestbook": "*",\n' }],
  'libs/contracts/src/published.ts': [
    { after: "import { coreEvents } from './core.ts';\n", text: "import { guestbookEvents } from './guestbook.ts';\n" },
    { after: "export * from './core.ts';\n", text: "export * from './guestbook.ts';\n" },
    { after: '  ...coreEvents,\n', text: '  ...guestbookEvents,\n' },
  ],
};

/** Adds the lines in a copy of the repository; returns the file paths. @throws Error if a place is missing */
export const withService = (folder: string): string[] => {
  for (const [path, additions] of Object.entries(ADDITIONS)) {
    const file = join(folder, path);
    const text = additions.reduce((given, addition) => added(given, addition, path), readFileSync(file, 'utf8'));
    writeFileSync(file, text);
  }
  return Object.keys(ADDITIONS);
};

const added = (text: string, { after, before, text: more }: Addition, path: string): string => {
  const place = after ?? before ?? '';
  if (text.split(place).length !== 2) throw new Error(`${path} has not one place "${place.trim()}"`);
  return text.replace(place, () => (after === undefined ? more + place : place + more));
};
