import type { ReceiveForm, SentFile } from '../ports.ts';
import type { MediaCore } from './mediaPorts.ts';
import { type Arrived, receivePageForm } from './upload/receivePageForm.ts';
import { noData } from './upload/uploadErrors.ts';
import { checkUpload, storeReceived } from './uploadMedium.ts';

/** Receives forms of pages; their files are stored by the command of `POST core/v2/media`. */
export const receiveForms =
  (core: MediaCore): ReceiveForm =>
  ({ headers, stream }, isKept) => {
    const { incoming: folder, limits } = core.media;
    const offer = (name: string, arrived: Arrived) => offered(core, name, arrived);
    if (stream === undefined) throw noData();
    return receivePageForm({ headers, stream }, { folder, limit: limits.bytes, isKept, offer });
  };

const offered = (core: MediaCore, name: string, arrived: Arrived): SentFile => ({
  store: async (request, { altText, onlyPictures }) => {
    checkUpload(request);
    if ('refused' in arrived) throw arrived.refused;
    const upload = { form: 'multipart', file: arrived.file, name } as const;
    // what the form holds besides is no argument of the upload
    const asking = { ...request, params: {}, args: {}, given: new Set<string>() };
    const { medium } = await storeReceived(core, asking, { upload, fields: { alt_text: altText } }, onlyPictures);
    return medium.id;
  },
  discard: async () => {
    if ('file' in arrived) await arrived.file.discard();
  },
});
