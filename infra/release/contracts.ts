import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { documentFile } from '@almanac/gateway/document-address';
import { namespaceOwners } from '@almanac/manifest';
import type { PartName } from './releasableParts.ts';

/** The folders of the contracts in the repository, and so in every tag. */
export const CONTRACT_FOLDERS = [
  'libs/contracts/schemas',
  'libs/contracts/internal',
  'docs/interface/openapi',
] as const;

/** The contracts of all parts, as one tree of the repository declares them. */
export interface Contracts {
  /** JSON Schemas of integration events by type: `core.tag-changed.v1`. */
  readonly events: ReadonlyMap<string, unknown>;
  /** Requests between processes by name: `core.create-tag`, `every.measure`. */
  readonly internal: ReadonlyMap<string, InternalRequest>;
  /** The path of the OpenAPI document of each namespace, by file name. */
  readonly documents: ReadonlyMap<string, string>;
}

interface InternalRequest {
  readonly askedBy: readonly string[];
}

/** Returns the contracts in a tree. @param root the folder of the tree */
export const readContracts = (root: string): Contracts => {
  const [events, internal, documents] = CONTRACT_FOLDERS.map((folder) => globSync(join(root, folder, '*.json')).sort());
  return {
    events: new Map(events?.map((path) => [basename(path, '.json'), readJson(path)])),
    internal: new Map(internal?.map((path) => [basename(path, '.json'), readJson<InternalRequest>(path)])),
    documents: new Map(documents?.map((path) => [basename(path), path])),
  };
};

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8'));

/** Returns the part that publishes an event or answers an internal request; `every` if all services answer it. */
export const ownerOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Returns the file names of the OpenAPI documents of a part; routes of no namespace are the gateway's. */
export const documentsOf = (part: PartName): readonly string[] =>
  part === 'gateway'
    ? [documentFile('/')]
    : [...namespaceOwners].flatMap(([namespace, owner]) => (owner === part ? [documentFile(namespace)] : []));
