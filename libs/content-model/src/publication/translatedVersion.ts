import type { UnitOfWork } from '@almanac/event-sourcing';
import { SourceGoneError } from '../errors.ts';
import { versionsOf } from '../translations/grouping.ts';
import { type ContentFields, type ContentKind, type ContentState, exists } from './contentItem.ts';
import { translatableContent } from './translations.ts';

/**
 * Returns the source of a translation, and its version in a language, in the trash or not; undefined without a version.
 * @throws SourceGoneError if the source is deleted or in the trash
 */
export const sourceAndVersion = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  { id, language }: { readonly id: number; readonly language: string },
): Promise<{ readonly source: State; readonly version: State | undefined }> => {
  const source = await unit.load(kind.aggregate, id);
  if (!exists(source)) throw new SourceGoneError({ forGood: true });
  if (source.status === 'trash') throw new SourceGoneError({ forGood: false });
  const version = (await versionsOf(unit, translatableContent(kind), source))[language];
  return { source, version: version === undefined ? undefined : await unit.load(kind.aggregate, version) };
};

/**
 * Returns the new status of a version that waited for review; undefined if it is no longer a draft, or its source is
 * missing.
 */
export const releasedStatus = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  { aggregate }: Pick<ContentKind<State, Fields>, 'aggregate'>,
  { source: sourceId, id }: { readonly source: number; readonly id: number },
): Promise<'publish' | 'private' | undefined> => {
  const [version, source] = [await unit.load(aggregate, id), await unit.load(aggregate, sourceId)];
  if (!exists(version) || version.status !== 'draft' || !exists(source)) return undefined;
  const status = statusOfTranslation(source);
  return status === 'draft' ? undefined : status;
};

/** Returns the status of a translation that needs no review: public or private as its source, else a draft. */
export const statusOfTranslation = ({ status }: Pick<ContentState, 'status'>): 'publish' | 'private' | 'draft' =>
  status === 'publish' || status === 'private' ? status : 'draft';
