import { fileErrors } from '../../errors.ts';
import { isResized } from '../fileTypes.ts';
import type { UploadLimits } from '../mediaPorts.ts';
import type { Picture } from '../renditions/picture.ts';
import { cleanFileName, nameParts } from './fileName.ts';
import type { Upload } from './upload.ts';

/** An upload that has passed validation. */
export interface ValidUpload {
  readonly file: Upload['file'];
  /** Cleaned file name without extension, and the extension of the content's type. */
  readonly base: string;
  readonly extension: string;
  /** Content type. */
  readonly type: string;
  /** Undefined if the file is not a picture. */
  readonly picture: Picture | undefined;
}

/**
 * Validates a file by its name and its content (docs/interface/core-media.md §3).
 * @param mayRun true if HTML and JavaScript files are accepted
 * @throws DomainError 400
 */
export const validateUpload = async (
  { form, file, name }: Upload,
  { limits, mayRun }: { readonly limits: UploadLimits; readonly mayRun: boolean },
): Promise<ValidUpload> => {
  if (file.size === 0) throw fileErrors[form].emptyFile();
  const { base, extension } = nameParts(cleanFileName(name));
  // loads the packages that read files at the first upload
  const { checkType } = await import('./checkType.ts');
  const checked = await checkType(file.path, extension, mayRun);
  if (checked === undefined) throw fileErrors[form].typeNotAllowed();
  const { type } = checked;
  if (!type.startsWith('image/')) return { file, base, ...checked, picture: undefined };
  const { readPicture } = await import('../renditions/picture.ts');
  const picture = await readPicture(file.path, type);
  if (picture === undefined ? isResized(type) : hasNoSize(picture)) throw fileErrors[form].typeNotAllowed();
  if (picture !== undefined) checkPixels(form, picture, limits);
  return { file, base, ...checked, picture };
};

const hasNoSize = ({ width, height }: Picture): boolean => !(width > 0 && height > 0);

const checkPixels = (form: Upload['form'], picture: Picture, { pixels }: UploadLimits): void => {
  const limit = pixels[picture.reading];
  if (picture.width * picture.height > limit) throw fileErrors[form].tooManyPixels({ params: { limit } });
};
