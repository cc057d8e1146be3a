import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { notice } from '../consoleFrame.ts';
import { changeTable } from '../history/changeTable.ts';
import { changedFields, type Field, type Form, shownValue } from './form.ts';

interface Overtaken {
  readonly form: Form;
  readonly fields: readonly Field[];
  readonly stored: Form;
}

/** Renders the notice that another user has changed the record meanwhile, with typed and stored values by field. */
export const overtakenNotice = (page: SignedIn, { form, fields, stored }: Overtaken): Html => {
  const { text } = page.renderContext;
  const differences = changedFields(form, stored, fields).map((field) => ({
    member: field.label,
    before: shownValue(stored, field),
    after: shownValue(form, field),
  }));
  const sentence = text(
    'Somebody has changed this meanwhile; nothing was saved. What you wrote is below: saved again, it replaces what is stored.',
  );
  const table = changeTable(page, differences, { before: text('Stored'), after: text('Written by you') });
  return notice(html`<p>${sentence}</p>${table}`, true);
};
