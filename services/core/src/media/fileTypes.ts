/** The types that may be uploaded (docs/interface/core-media.md §3): lower-case extensions by content type. */
const types: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg jpeg jpe',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff tif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/x-icon': 'ico',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/heic-sequence': 'heics',
  'image/heif-sequence': 'heifs',
  'video/x-ms-asf': 'asf asx',
  'video/x-ms-wmv': 'wmv',
  'video/x-ms-wmx': 'wmx',
  'video/x-ms-wm': 'wm',
  'video/avi': 'avi',
  'video/divx': 'divx',
  'video/x-flv': 'flv',
  'video/quicktime': 'mov qt',
  'video/mpeg': 'mpeg mpg mpe',
  'video/mp4': 'mp4 m4v',
  'video/ogg': 'ogv',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/3gpp': '3gp 3gpp',
  'video/3gpp2': '3g2 3gp2',
  'text/plain': 'txt asc c cc h srt',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/calendar': 'ics',
  'text/richtext': 'rtx',
  'text/css': 'css',
  'text/html': 'htm html',
  'text/vtt': 'vtt',
  'application/ttaf+xml': 'dfxp',
  'audio/mpeg': 'mp3 m4a m4b',
  'audio/aac': 'aac',
  'audio/x-realaudio': 'ra ram',
  'audio/wav': 'wav x-wav',
  'audio/ogg': 'ogg oga',
  'audio/flac': 'flac',
  'audio/midi': 'mid midi',
  'audio/x-ms-wma': 'wma',
  'audio/x-ms-wax': 'wax',
  'audio/x-matroska': 'mka',
  'application/rtf': 'rtf',
  'application/javascript': 'js',
  'application/pdf': 'pdf',
  'application/java': 'class',
  'application/x-tar': 'tar',
  'application/zip': 'zip',
  'application/x-gzip': 'gz gzip',
  'application/rar': 'rar',
  'application/x-7z-compressed': '7z',
  'application/octet-stream': 'psd xcf',
  'application/msword': 'doc',
  'application/vnd.ms-powerpoint': 'pot pps ppt',
  'application/vnd.ms-excel': 'xla xls xlt xlw',
  'application/vnd.ms-access': 'mdb',
  'application/vnd.ms-project': 'mpp',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-word.document.macroEnabled.12': 'docm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': 'dotx',
  'application/vnd.ms-word.template.macroEnabled.12': 'dotm',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel.sheet.macroEnabled.12': 'xlsm',
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': 'xlsb',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xltx',
  'application/vnd.ms-excel.template.macroEnabled.12': 'xltm',
  'application/vnd.ms-excel.addin.macroEnabled.12': 'xlam',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.ms-powerpoint.presentation.macroEnabled.12': 'pptm',
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'ppsx',
  'application/vnd.ms-powerpoint.slideshow.macroEnabled.12': 'ppsm',
  'application/vnd.openxmlformats-officedocument.presentationml.template': 'potx',
  'application/vnd.ms-powerpoint.template.macroEnabled.12': 'potm',
  'application/vnd.ms-powerpoint.addin.macroEnabled.12': 'ppam',
  'application/onenote': 'onetoc onetoc2 onetmp onepkg',
  'application/oxps': 'oxps',
  'application/vnd.ms-xpsdocument': 'xps',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.chart': 'odc',
  'application/vnd.oasis.opendocument.database': 'odb',
  'application/vnd.oasis.opendocument.formula': 'odf',
  'application/vnd.apple.keynote': 'key',
  'application/vnd.apple.numbers': 'numbers',
  'application/vnd.apple.pages': 'pages',
};

const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(types).flatMap(([type, extensions]) => extensions.split(' ').map((each) => [each, type] as const)),
);

/** Returns the content type of an extension, in any case; undefined if uploads of it are not allowed. */
export const typeOfExtension = (extension: string): string | undefined => byExtension.get(extension.toLowerCase());

/** Returns the default extension of an image type. */
export const extensionOfImage = (type: string): string | undefined =>
  type.startsWith('image/') ? types[type]?.split(' ', 1)[0] : undefined;

/** True if files of this type may be uploaded. */
export const isKnownType = (type: string): boolean => Object.hasOwn(types, type);

const ACTIVE: ReadonlySet<string> = new Set(['text/html', 'application/javascript']);

/** True for types that browsers execute: only users with unfiltered_html may upload them. */
export const isActive = (type: string): boolean => ACTIVE.has(type);

const RESIZABLE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** True if renditions are created for pictures of this type. */
export const isResized = (type: string): boolean => RESIZABLE_TYPES.has(type);

/** Returns `image`, or `file` for every other type. */
export const mediaKind = (type: string): 'image' | 'file' => (type.startsWith('image/') ? 'image' : 'file');
