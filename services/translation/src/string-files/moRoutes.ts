import { mayManageSite } from '@almanac/identity';
import { list, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import { type Lock, withLock } from '../locks.ts';
import { componentKinds, type MoFolders } from '../moFolders.ts';
import type { Translation } from '../translation.ts';
import { generateFiles } from './generate.ts';
import { type ScanResult, scanFiles } from './scan.ts';
import { shippedFiles } from './shippedFiles.ts';

const shared = { namespace: 'i18n/st/v1', permission: mayManageSite };

const importLock: Lock = { kind: 'mo-import', name: 'scan', heldFor: 5 * 60_000 };
const TRY_AGAIN_S = 10;

/**
 * Returns the routes that read shipped files and generate files from strings (docs/interface/translation-strings.md
 * §3).
 */
export const moRoutes = (translation: Translation): Route[] => [scanRoute(translation), generateRoute(translation)];

const componentArg = (description: string) => list(text({ maxLength: 200 }), { maxItems: 500, description });

const componentArgs = {
  plugins: componentArg('Plugins whose files are read.'),
  themes: componentArg('Themes whose files are read.'),
  other: componentArg('Others whose files are read.'),
};

type ComponentArgs = { readonly [Kind in keyof typeof componentArgs]?: readonly string[] | undefined };

const wantedOf = ({ plugins = [], themes = [], other = [] }: ComponentArgs) => ({ plugins, themes, other });

/** @throws DomainError 404 with the arguments that contain an unknown component */
const requireComponents = (folders: MoFolders, wanted: ReturnType<typeof wantedOf>, say: (text: string) => string) => {
  const unknown = componentKinds.filter((kind) => wanted[kind].some((id) => !folders.components[kind].has(id)));
  if (unknown.length === 0) return;
  const params = Object.fromEntries(unknown.map((kind) => [kind, say('There is no such component.')]));
  throw translationErrors.unknownComponent({ data: { params } });
};

/** Runs one import at a time. An abandoned lock expires after five minutes. */
const locked = async <Result extends object>(
  translation: Translation,
  work: () => Promise<Result>,
): Promise<Result> => {
  const done = await withLock(translation, importLock, { work });
  if (done !== undefined) return done;
  throw translationErrors.scanLocked({
    data: { retry_after: TRY_AGAIN_S },
  });
};

const messageOf = ({ unreadable, remaining }: ScanResult): string => {
  if (unreadable.length > 0) return 'These files cannot be read: {files}';
  return remaining > 0 ? 'There are {remaining} files left.' : 'All files have been read.';
};

const scanAnswer = z.strictObject({ total: z.int(), remaining: z.int(), scan_message: z.string() });

const scanRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/import_mo_strings',
    methods: ['POST'],
    summary: 'Imports the string files of components.',
    args: componentArgs,
    answers: {
      200: scanAnswer,
      400: ['i18n_nothing_to_scan'],
      404: ['i18n_unknown_component'],
      423: ['i18n_scan_locked'],
    },
    handle: async (request) => {
      const wanted = wantedOf(request.args);
      if (componentKinds.every((kind) => wanted[kind].length === 0)) throw translationErrors.nothingToScan();
      const say = (message: string, params = {}) => translation.texts.text(message, request.language, params);
      requireComponents(translation.moFolders, wanted, say);
      const scanned = await locked(translation, async () =>
        scanFiles(translation, request, await shippedFiles(translation.moFolders, wanted)),
      );
      const { total, remaining, unreadable } = scanned;
      const scan_message = say(messageOf(scanned), { remaining, files: unreadable.join(', ') });
      return { body: { total, remaining, scan_message } };
    },
  });

const generateRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/pre_generate_mo_files',
    methods: ['POST'],
    summary: 'Generates missing and outdated files of translated strings.',
    args: {},
    answers: { 200: z.strictObject({ remaining: z.int() }), 507: ['i18n_mo_not_writable'] },
    handle: async () => ({ body: { remaining: await generateFiles(translation) } }),
  });
