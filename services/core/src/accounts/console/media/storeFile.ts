import { type DomainError, isDomainError } from '@almanac/i18n';
import { principalId } from '@almanac/identity';
import type { SentFile } from '../../../ports.ts';
import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** A file that was stored, or the reason why it was not. */
export type StoredFile =
  | { readonly id: number; readonly refused?: undefined }
  | { readonly id?: undefined; readonly refused: DomainError };

/** Stores the file of a form in the name of the signed-in user. */
export const storeFile = async (
  { request, user }: SignedIn,
  file: SentFile,
  about: Parameters<SentFile['store']>[1] = {},
): Promise<StoredFile> => {
  const asking = { ...request, principal: user, context: { ...request.context, principal: principalId(user) } };
  try {
    return { id: await file.store(asking, about) };
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    return { refused: error };
  }
};

/** Returns the reason why a file was refused, in the language of the page. */
export const faultOfFile = ({ renderContext: { text } }: SignedIn, { message, params }: DomainError): string =>
  text(message, params);
