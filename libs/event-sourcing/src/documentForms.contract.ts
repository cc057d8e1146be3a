import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from '@almanac/documents';
import { shapeOf } from '@almanac/documents/mongodb';
import type { Registration } from './registration.ts';
import { collectionsOf } from './registrationIndex.ts';

/** The indexed fields of a collection, and the projection version under which they were recorded. */
interface DocumentForm {
  readonly projectionVersion: number;
  readonly fields: unknown;
}

type DocumentForms = Readonly<Record<string, DocumentForm>>;

const NAME = 'collections.json';

const formOf = (collection: Collection): DocumentForm => {
  const { projectionVersion, indexes = [], arrays = [], texts = [] } = collection;
  const sorted = {
    ...collection,
    indexes: [indexes.flat().sort()],
    arrays: arrays.toSorted(),
    texts: texts.toSorted(),
  };
  return { projectionVersion, fields: JSON.parse(shapeOf(sorted)) };
};

/** Returns the forms of the documents of registrations, by collection. */
export const documentForms = (registrations: readonly Registration[]): DocumentForms =>
  Object.fromEntries(collectionsOf(registrations).map((each) => [each.name, formOf(each)]));

/** Reads the recorded forms of a folder; none without a record. */
export const recordedForms = (folder: string): DocumentForms => {
  const path = join(folder, NAME);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** Records new collections, and those with a higher projection version than the recorded one. */
export const recordForms = (folder: string, forms: DocumentForms): void => {
  const recorded = recordedForms(folder);
  const next = Object.entries(forms).map(([name, form]) => {
    const former = recorded[name];
    return [name, former !== undefined && former.projectionVersion >= form.projectionVersion ? former : form] as const;
  });
  const lines = next.map(([name, form]) => `  ${JSON.stringify(name)}: ${JSON.stringify(form)}`);
  writeFileSync(join(folder, NAME), `{\n${lines.join(',\n')}\n}\n`);
};
