import { documentFile } from '@almanac/gateway/document-address';
import { readDocument, withoutExamples } from '../sdk/interfaceDocument.ts';

/** The folder of the documents in the repository. */
export const DOCUMENT_FOLDER = 'docs/interface/openapi';

/** The site that the documents describe. */
const NEUTRAL_SITE = 'https://riverside.example';

interface DocumentFile {
  /** The path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** Returns the names of the namespaces of an interface; `/` stands for the routes of none. */
const readNamespaces = async (root: string): Promise<readonly string[]> => {
  const answer = await fetch(`${root}/`);
  const index: { readonly namespaces: readonly string[] } = JSON.parse(await answer.text());
  return ['/', ...index.namespaces];
};

const fileOf = async (root: string, namespace: string): Promise<DocumentFile> => {
  const document = withoutExamples(await readDocument(root, namespace));
  const text = JSON.stringify(document, null, 1).replaceAll(new URL(root).origin, NEUTRAL_SITE);
  return { path: `${DOCUMENT_FOLDER}/${documentFile(namespace)}`, text: `${text}\n` };
};

/**
 * Returns the OpenAPI document of each namespace, without examples, for a neutral site. The repository has them so that a
 * change of the interface shows in its review.
 */
export const documentFiles = async (root: string): Promise<readonly DocumentFile[]> => {
  const namespaces = await readNamespaces(root);
  return Promise.all(namespaces.map((namespace) => fileOf(root, namespace)));
};
