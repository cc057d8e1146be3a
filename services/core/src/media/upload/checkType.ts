import { fileTypeFromFile } from 'file-type';
import { extensionOfImage, isActive, isKnownType, typeOfExtension } from '../fileTypes.ts';
import { type FileStart, readBeginning } from './contentText.ts';

export interface CheckedType {
  /** Content type. */
  readonly type: string;
  /** Extension without the dot. */
  readonly extension: string;
}

interface Content extends FileStart {
  /** Type detected from the content; undefined if unknown. */
  readonly detected: string | undefined;
}

/**
 * Returns the type of a file by its extension and content (docs/interface/core-media.md §3); undefined if the file may
 * not be uploaded. An image gets the extension of its real type.
 * @param path of the received file
 * @param mayRun true if HTML and JavaScript files are accepted
 */
export const checkType = async (path: string, extension: string, mayRun: boolean): Promise<CheckedType | undefined> => {
  const type = typeOfExtension(extension);
  if (type === undefined || (isActive(type) && !mayRun)) return undefined;
  const [found, beginning] = await Promise.all([fileTypeFromFile(path), readBeginning(path)]);
  const content = { ...beginning, detected: found?.mime };
  if (type.startsWith('image/')) return checkedImage(type, extension, content);
  return isFitting(type, extension, content) ? { type, extension } : undefined;
};

const HEIF = /^image\/hei[cf](?:-sequence)?$/;

const checkedImage = (type: string, extension: string, { detected, isText }: Content): CheckedType | undefined => {
  const real = detected === 'image/apng' ? 'image/png' : detected;
  if (real === undefined || isText || !isKnownType(real)) return undefined;
  if (real === type || (HEIF.test(real) && HEIF.test(type))) return { type, extension };
  const fitting = extensionOfImage(real);
  return fitting === undefined ? undefined : { type: real, extension: fitting };
};

const EXACT: Readonly<Record<string, string>> = {
  'application/pdf': 'application/pdf',
  'application/rtf': 'application/rtf',
  'application/x-tar': 'application/x-tar',
  'application/x-gzip': 'application/gzip',
  'application/rar': 'application/x-rar-compressed',
  'application/x-7z-compressed': 'application/x-7z-compressed',
  'application/java': 'application/java-vm',
};

const LAYERED: Readonly<Record<string, string>> = { psd: 'image/vnd.adobe.photoshop', xcf: 'image/x-xcf' };
const PLAYLISTS: ReadonlySet<string> = new Set(['asx', 'wmx', 'wax', 'ram']);

const isFitting = (type: string, extension: string, content: Content): boolean => {
  const { detected, isText } = content;
  if (type.startsWith('text/') || type === 'application/javascript' || type === 'application/ttaf+xml')
    return isFittingText(type, content);
  if (Object.hasOwn(EXACT, type)) return detected === EXACT[type];
  if (Object.hasOwn(LAYERED, extension)) return detected === LAYERED[extension];
  if (/^(?:audio|video)\//.test(type)) return isText ? PLAYLISTS.has(extension) : isPlayable(detected);
  if (type === 'application/zip') return isZip(detected);
  return !isText && (detected === undefined || detected === 'application/x-cfb' || isZip(detected));
};

const isFittingText = (type: string, { isText, isMarkup }: Content): boolean =>
  isText && (!isMarkup || type === 'text/html' || type === 'application/ttaf+xml');

const PLAYABLE = /^(?:audio|video)\/|^application\/(?:ogg|vnd\.ms-asf|vnd\.rn-realmedia|mxf)$/;
const isPlayable = (detected: string | undefined): boolean => detected === undefined || PLAYABLE.test(detected);

const ZIP =
  /^application\/(?:zip|epub\+zip|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|apple|ms-(?:word|excel|powerpoint))\b)/;
const isZip = (detected: string | undefined): boolean => detected !== undefined && ZIP.test(detected);
