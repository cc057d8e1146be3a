import type { ContentSite } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import type { CommandContext, Commands, Outcome, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { plainText, slugOf, storedTitle } from '@almanac/text';
import { postById } from '../posts/readModels/postList.ts';
import { dropFiles, keepFiles } from './files/unsettledFiles.ts';
import type { MediaCore } from './mediaPorts.ts';
import { slugScope } from './mediaSlugs.ts';
import type { Medium, MediumFiles } from './medium.ts';
import type { MediumInput } from './mediumCommands.ts';
import { createMedium } from './mediumWriting.ts';
import { nameParts } from './upload/fileName.ts';
import { storeUpload } from './upload/storeUpload.ts';
import type { Upload } from './upload/upload.ts';
import { type ValidUpload, validateUpload } from './upload/validateUpload.ts';

/** Options and ports for storing a file. */
export interface Storing {
  readonly commands: Commands;
  readonly context: CommandContext;
  readonly contentSite: ContentSite;
  /** True if HTML and JavaScript files are accepted. */
  readonly mayRun: boolean;
  /** Aborts the work before its commit; stored files are then removed. */
  readonly signal: AbortSignal;
}

export interface NewMedium {
  readonly upload: Upload;
  /** Validated input. */
  readonly input: MediumInput & Pick<Medium, 'author'>;
  /** Address from which the file was fetched; null for an upload. */
  readonly source: string | null;
}

/** A new medium whose file has passed validation. */
export interface JudgedMedium extends NewMedium {
  readonly judged: ValidUpload;
}

/** Validates a file. @throws DomainError 400 for a file that is not accepted */
export const validateMedium = async (
  { media }: MediaCore,
  { mayRun }: Pick<Storing, 'mayRun'>,
  made: NewMedium,
): Promise<JudgedMedium> => {
  return { ...made, judged: await validateUpload(made.upload, { limits: media.limits, mayRun }) };
};

/** Validates and stores one file: see `storeMedia`. @throws DomainError 400 for a file that is not accepted */
export const storeMedium = async (core: MediaCore, storing: Storing, made: NewMedium): Promise<Outcome<Medium>> => {
  const { result, position } = await storeMedia(core, storing, [await validateMedium(core, storing, made)]);
  const [medium] = result;
  if (medium === undefined) throw new Error('a stored file made no medium');
  return { result: medium, position };
};

/**
 * Stores files with their renditions, then creates their media in one commit. If the commit is refused, the files are
 * removed (docs/architecture.md §2).
 * @throws DomainError; the reason of the signal
 */
export const storeMedia = async (
  core: MediaCore,
  storing: Storing,
  made: readonly JudgedMedium[],
): Promise<Outcome<Medium[]>> => {
  const ports = { ...core, ...core.media };
  const stored: StoredMedium[] = [];
  try {
    for (const each of made) stored.push(await storeFiles(core, storing, each));
    const outcome = await storing.commands.run(storing.context, (unit) => createAll(unit, core, storing, stored), {
      mutexKeys: stored.map(({ input }) => `${slugScope}/${slugOf(input.slug || input.title)}`),
    });
    for (const { paths } of stored) await keepFiles(ports, paths);
    return outcome;
  } catch (error) {
    // the commit may have been written if its outcome is unknown: `cleanUpUnsettledFiles` settles its files later
    if (!hasCode(error, 'outcome-unknown')) for (const { paths } of stored) await dropFiles(ports, paths);
    throw error;
  }
};

interface StoredMedium {
  readonly files: MediumFiles;
  readonly paths: readonly string[];
  readonly input: MediumInput & Pick<Medium, 'author' | 'title'>;
}

const storeFiles = async (core: MediaCore, storing: Storing, made: JudgedMedium): Promise<StoredMedium> => {
  const { signal } = storing;
  const folder = storing.context.moved?.folder ?? (await folderFor(core, made.input.parent ?? 0));
  const { files, paths } = await storeUpload({ ...core, ...core.media }, made.judged, { folder, signal });
  return { files: { ...files, source: made.source }, paths, input: withOwnTexts(made, storing, paths) };
};

const createAll = async (
  unit: UnitOfWork,
  core: MediaCore,
  { signal, contentSite }: Storing,
  stored: readonly StoredMedium[],
): Promise<Medium[]> => {
  signal.throwIfAborted();
  const media: Medium[] = [];
  for (const each of stored) media.push(await createMedium(unit, core, contentSite, each));
  return media;
};

/** Returns the folder `YYYY/MM` of the post's date, or of now. */
const folderFor = async ({ documents, now, settings }: MediaCore, parent: number): Promise<string> => {
  const post = parent === 0 ? undefined : await postById(documents, parent);
  const date = post?.date || toWallClock(now().getTime(), settings.current().timezone);
  return date.slice(0, 'YYYY-MM'.length).replace('-', '/');
};

/**
 * Completes a missing title and caption from the picture's metadata; the title falls back to the file name
 * (docs/interface/core-media.md §3). Somebody else may have named the file, so its name is treated as plain text.
 */
const withOwnTexts = (
  { upload, input, judged: { picture } }: JudgedMedium,
  { mayRun }: Storing,
  [original = '']: readonly string[],
): MediumInput & Pick<Medium, 'author' | 'title'> => {
  const own = picture?.meta;
  const named = upload.form === 'multipart' ? plainText(nameParts(upload.name).base) : '';
  const ownTitle = own === undefined || /^\d*$/.test(slugOf(own.title)) ? '' : own.title;
  const stored = nameParts(original.slice(original.lastIndexOf('/') + 1)).base;
  return {
    ...input,
    title: input.title || storedTitle(ownTitle || named, { unfilteredHtml: mayRun }) || stored,
    caption: input.caption || own?.caption || '',
  };
};
