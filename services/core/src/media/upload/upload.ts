import type { ReceivedFile } from './receivedFile.ts';
import type { UploadForm } from './uploadErrors.ts';

/** A file that somebody sent. */
export interface Upload {
  readonly form: UploadForm;
  readonly file: ReceivedFile;
  /** Its name at the client. */
  readonly name: string;
}
