import { readdirSync, readFileSync } from 'node:fs';
import { operationNames } from '@almanac/gateway/operation-names';
import { readSite } from '@almanac/service';
import { startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import type { InterfaceDocument } from '../sdk/interfaceDocument.ts';
import { DOCUMENT_FOLDER, documentFiles } from './documents.ts';

const root = new URL('../../', import.meta.url);

describe('the OpenAPI documents of the repository', () => {
  let files: Awaited<ReturnType<typeof documentFiles>>;
  beforeAll(async () => {
    const site = await startSiteUnderTest(readSite({}));
    try {
      files = await documentFiles(`http://127.0.0.1:${site.port}/en/json`);
    } finally {
      await site.stop();
    }
  });

  it('are those of the code (npm run generate)', () => {
    const named = readdirSync(new URL(DOCUMENT_FOLDER, root)).map((name) => `${DOCUMENT_FOLDER}/${name}`);
    expect(named.sort()).toEqual(files.map(({ path }) => path).sort());
    const changed = files.filter(({ path, text }) => readFileSync(new URL(path, root), 'utf8') !== text);
    expect(changed.map(({ path }) => path)).toEqual([]);
  });

  it('use every name of the table of operation names', () => {
    const documents: InterfaceDocument[] = files.map(({ text }) => JSON.parse(text));
    const operations = documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    expect(Object.keys(operationNames.ids).filter((name) => !operations.includes(name))).toEqual([]);
    const beginnings = Object.keys(operationNames.nouns);
    expect(beginnings.filter((path) => !operations.some((name) => name.includes(` ${path}`)))).toEqual([]);
  });
});
