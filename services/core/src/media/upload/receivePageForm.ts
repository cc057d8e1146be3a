import { isDomainError } from '@almanac/i18n';
import type { SentFile, SentForm } from '../../ports.ts';
import { FILE_PART, type FilePart, type Form, isUnresizable, ofForm, readForm, type Stop } from './multipart.ts';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './receivedFile.ts';
import { notResizable } from './uploadErrors.ts';

/** A file of a page's form, once it has arrived: where it is, or why it was not taken. */
export type Arrived = { readonly file: ReceivedFile } | { readonly refused: unknown };

interface Options extends Omit<ReceiveOptions, 'form'> {
  /** Whether a file is kept; otherwise it is read and thrown away. */
  readonly isKept: boolean;
  /** What can be done with a file. */
  readonly offer: (name: string, arrived: Arrived) => SentFile;
}

const NOT_KEPT: Arrived = { refused: undefined };

/**
 * Reads the form of a page, with the file that was chosen in it, if any. A file that is refused does not keep the rest
 * of the form from being read: people have typed it.
 * @throws DomainError 400, 413 for a form that cannot be read
 */
export const receivePageForm = async (form: Form, options: Options): Promise<SentForm> => {
  let chosen: { readonly name: string; readonly arrived: Promise<Arrived> } | undefined;
  const onFile = (part: FilePart, stop: Stop): void => {
    const { name } = part;
    // browsers send a file without a name where none was chosen
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

const drop = ({ stream }: FilePart, arrived: Arrived): Promise<Arrived> => {
  stream.resume();
  return Promise.resolve(arrived);
};

const arrive = async (part: FilePart, { folder, limit }: Options, stop: Stop): Promise<Arrived> => {
  if (isUnresizable(part)) return drop(part, { refused: notResizable() });
  try {
    return { file: await receiveFile(part.stream, { folder, limit, form: 'multipart' }) };
  } catch (error) {
    if (!isDomainError(error)) stop(ofForm(error));
    return drop(part, { refused: error });
  }
};
