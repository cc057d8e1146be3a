import { isDomainError } from '@almanac/i18n';
import { coreErrors } from '../../errors.ts';
import type { SentFile, SentForm } from '../../ports.ts';
import { FILE_PART, type FilePart, type Form, isUnresizable, ofForm, readForm, type StopReading } from './multipart.ts';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './receivedFile.ts';

/** Result of receiving a page form's file: the file, or the reason of its refusal. */
export type PageFormResult = { readonly file: ReceivedFile } | { readonly refused: unknown };

interface Options extends Omit<ReceiveOptions, 'form'> {
  /** True to store the file; otherwise it is read and discarded. */
  readonly isKept: boolean;
  /** Returns the operations available on the file. */
  readonly offer: (name: string, arrived: PageFormResult) => SentFile;
}

const NOT_KEPT: PageFormResult = { refused: undefined };

/**
 * Reads the form of a page with its file, if any. If the file is refused, the typed fields are still read.
 * @throws DomainError 400, 413 for an unreadable form
 */
export const receivePageForm = async (form: Form, options: Options): Promise<SentForm> => {
  let chosen: { readonly name: string; readonly arrived: Promise<PageFormResult> } | undefined;
  const onFile = (part: FilePart, stop: StopReading): void => {
    const { name } = part;
    // browsers send a file part without a name if no file was chosen
    if (part.part !== FILE_PART || chosen !== undefined || name === undefined) part.stream.resume();
    else chosen = { name, arrived: options.isKept ? arrive(part, options, stop) : drop(part, NOT_KEPT) };
  };
  try {
    const fields = await readForm(form, onFile);
    return { fields, file: chosen && options.offer(chosen.name, await chosen.arrived) };
  } catch (error) {
    const arrived = await chosen?.arrived;
    if (arrived !== undefined && 'file' in arrived) await arrived.file.discard();
    throw error;
  }
};

const drop = ({ stream }: FilePart, arrived: PageFormResult): Promise<PageFormResult> => {
  stream.resume();
  return Promise.resolve(arrived);
};

const arrive = async (part: FilePart, { folder, limit }: Options, stop: StopReading): Promise<PageFormResult> => {
  if (isUnresizable(part)) return drop(part, { refused: coreErrors.notResizable() });
  try {
    return { file: await receiveFile(part.stream, { folder, limit, form: 'multipart' }) };
  } catch (error) {
    if (!isDomainError(error)) stop(ofForm(error));
    return drop(part, { refused: error });
  }
};
