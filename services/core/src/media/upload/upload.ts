import type { ReceivedFile } from './receivedFile.ts';
import type { UploadForm } from './uploadErrors.ts';

/** A file sent by a client. */
export interface Upload {
  readonly form: UploadForm;
  readonly file: ReceivedFile;
  /** File name at the client. */
  readonly name: string;
}
