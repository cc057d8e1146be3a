import type { CommandContext, Commands } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { toWallClock } from '@almanac/dates';
import type { Core } from '../core.ts';
import type { Writing } from '../posts/createPost.ts';
import { postById } from '../posts/readModels/postList.ts';
import { createMedium, type MediumWish } from './createMedium.ts';
import { dropFiles, keepFiles } from './files/unsettledFiles.ts';
import { slugScope } from './mediaSlugs.ts';
import type { Medium } from './medium.ts';
import { nameParts } from './upload/fileName.ts';
import { type JudgedUpload, judgeUpload } from './upload/judgeUpload.ts';
import { storeUpload } from './upload/storeUpload.ts';
import type { Upload } from './upload/upload.ts';

/** Everything that storing a file takes beside it. */
export interface Storing {
  readonly commands: Commands;
  readonly context: CommandContext;
  readonly writing: Writing;
  /** Whether HTML and JavaScript are taken. */
  readonly mayRun: boolean;
}

export interface NewMedium {
  readonly upload: Upload;
  /** Checked. */
  readonly wish: MediumWish & Pick<Medium, 'author'>;
  /** The address that the file was fetched from; null for what was uploaded. */
  readonly source: string | null;
}

/**
 * Stores a file with its renditions, then the medium that names them: files of a commit that is refused are removed
 * (architecture §2).
 * @throws DomainError 400 for a file that cannot be taken
 */
export const storeMedium = async (core: Core, storing: Storing, made: NewMedium) => {
  const { media } = core;
  const judged = await judgeUpload(made.upload, { limits: media.limits, mayRun: storing.mayRun });
  const ports = { ...core, ...media };
  const { files, paths } = await storeUpload(ports, judged, await folderFor(core, made.wish.parent ?? 0));
  const wish = withOwnTexts(made, judged, paths);
  try {
    const outcome = await storing.commands.run(
      storing.context,
      (unit) => createMedium(unit, core, storing.writing, { files: { ...files, source: made.source }, wish }),
      { lanes: [`${slugScope}/${slugOf(wish.slug || wish.title)}`] },
    );
    await keepFiles(ports, paths);
    return outcome;
  } catch (error) {
    // a commit whose outcome is open may stand: its files are settled later
    if ((error as { readonly code?: unknown }).code !== OPEN) await dropFiles(ports, paths);
    throw error;
  }
};

const OPEN = 'outcome-unknown';

/** `YYYY/MM` of the post's date, or of now. */
const folderFor = async ({ documents, now, settings }: Core, parent: number): Promise<string> => {
  const post = parent === 0 ? undefined : await postById(documents, parent);
  const date = post?.date || toWallClock(now().getTime(), settings.current().timezone);
  return date.slice(0, 'YYYY-MM'.length).replace('-', '/');
};

/** Title and caption that were not sent are the picture's own; a title is the file's name at last (§7.3). */
const withOwnTexts = (
  { upload, wish }: NewMedium,
  { picture }: JudgedUpload,
  [original = '']: readonly string[],
): MediumWish & Pick<Medium, 'author' | 'title'> => {
  const own = picture?.meta;
  const named = upload.form === 'multipart' ? nameParts(upload.name).base : '';
  const ownTitle = own === undefined || /^\d*$/.test(slugOf(own.title)) ? '' : own.title;
  const stored = nameParts(original.slice(original.lastIndexOf('/') + 1)).base;
  return {
    ...wish,
    title: wish.title || ownTitle || named || stored,
    caption: wish.caption || own?.caption || '',
  };
};
