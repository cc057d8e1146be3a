import type { restoreRecordOfMisc } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { notice } from '../consoleFrame.ts';

type Restored = ReturnType<typeof restoreRecordOfMisc.parseAnswer>;

/** Renders the notice that a version was restored, with the parts that could not be restored. */
export const restoredNotice = (page: SignedIn, { restored, version, warnings }: Restored): Html => {
  const { text } = page.renderContext;
  const said = text('The record is again what it was after version {restored}; it is now at version {version}.', {
    restored: String(restored),
    version: String(version),
  });
  const items = warnings.map(({ code, detail }) => html`<li>${warningText(page, code)} <code>${detail}</code></li>\n`);
  const list = html`<ul>
${items}</ul>`;
  return notice(html`<p>${said}</p>${items.length > 0 && list}`);
};

const warningText = ({ renderContext: { text } }: SignedIn, code: string): string => {
  if (code === 'slug_taken') return text('Another record has this slug; this one got a suffix:');
  if (code === 'reference_gone') return text('Left out, since it is gone or in the trash:');
  return code;
};
