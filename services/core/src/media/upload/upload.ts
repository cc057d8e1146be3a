import type { UploadForm } from '../../errors.ts';
import type { ReceivedFile } from './receivedFile.ts';

/** A file sent by a client. */
export interface Upload {
  readonly form: UploadForm;
  readonly file: ReceivedFile;
  /** File name at the client. */
  readonly name: string;
}
