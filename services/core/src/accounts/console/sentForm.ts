import { can } from '@almanac/identity';
import { isMultipart, type RestResponse } from '@almanac/rest';
import { type Administration, isFromHere } from '../sign-in/administrationPage.ts';
import type { ConsoleView } from '../sign-in/consoleViews.ts';
import { refusedForm } from '../sign-in/refusedForm.ts';

type Answer = (page: Administration) => Promise<RestResponse>;

/**
 * Reads a form that may bear a file while it arrives; the file is kept for who may upload, until the form is answered.
 * What another site sent is not read.
 */
export const withSentForm = async (page: Administration, view: ConsoleView, answer: Answer): Promise<RestResponse> => {
  const { request, user, core } = page;
  if (!isMultipart(request.headers)) return answer(page);
  if (!isFromHere(page)) return refusedForm(page, view.name);
  const { fields, file } = await core.receiveForm(request, user !== undefined && can(user, 'upload_files'));
  try {
    return await answer({ ...page, request: { ...request, params: { ...request.params, ...fields } }, file });
  } finally {
    await file?.discard();
  }
};
