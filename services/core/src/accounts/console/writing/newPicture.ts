import { DomainError } from '@almanac/i18n';
import { can } from '@almanac/identity';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { faultOfFile, storeFile } from '../media/storeFile.ts';
import type { Field, Option } from './form.ts';

/** The field of a file, and the field of the alternative text of its picture. */
const [FILE, ALT] = ['file', 'file_alt'];

/** Returns the fields for choosing a picture and, for users who may upload, for a new one. */
export const pictureFields = (page: SignedIn, name: string, pictures: readonly Option[]): Field[] => {
  const { text } = page.renderContext;
  const choice: Field = {
    name,
    label: text('Picture'),
    control: 'choice',
    options: [{ value: '', label: text('none') }, ...pictures],
  };
  if (!can(page.user, 'upload_files')) return [choice];
  return [
    choice,
    {
      name: FILE,
      label: text('Or a new picture'),
      hint: text('It is uploaded when you save, and can be chosen elsewhere too.'),
      control: 'file',
      accept: 'image/*',
    },
    {
      name: ALT,
      label: text('Alternative text of the new picture'),
      hint: text('What the picture shows, for who cannot see it.'),
      control: 'line',
    },
  ];
};

/**
 * Stores the new picture of a sent form; the form then has the picture as its choice. A refused picture is a fault of
 * its field.
 * @param name of the field in which pictures are chosen; without one there is no picture
 */
export const withNewPicture = async (
  page: SignedIn,
  name: string | undefined,
): Promise<{ readonly page: SignedIn; readonly refused?: DomainError }> => {
  if (page.file === undefined || name === undefined) return { page };
  const { id, refused } = await storeFile(page, page.file, { altText: parameter(page, ALT), onlyPictures: true });
  if (refused !== undefined) {
    const params = { [FILE]: faultOfFile(page, refused) };
    const message = page.renderContext.text(
      'The picture was not taken, and nothing was saved. Choose another, or none.',
    );
    return { page, refused: new DomainError(refused.code, refused.status, message, { data: { params } }) };
  }
  const { request } = page;
  return { page: { ...page, request: { ...request, params: { ...request.params, [name]: String(id), [ALT]: '' } } } };
};
