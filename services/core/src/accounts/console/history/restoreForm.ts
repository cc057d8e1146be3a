import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { historyView } from '../../sign-in/consoleViews.ts';
import { hiddenFields, viewAddress } from '../consoleForms.ts';
import { changeTable } from './changeTable.ts';
import { differencesSince } from './differencesSince.ts';
import type { HistoryEvent } from './eventList.ts';
import { historyAddress, type RecordName } from './recordChooser.ts';

/** Number of the newest events that are searched for changes: as many as one answer has. */
export const LOOKED_BACK = 100;

interface Wanted {
  readonly record: RecordName;
  readonly version: number;
  /** The newest events of the record. */
  readonly events: readonly HistoryEvent[];
}

/** Renders the confirmation to restore a version, with the resulting changes. */
export const confirmation = (page: SignedIn, { record, version, events }: Wanted): Html => {
  const { text } = page.renderContext;
  const isKnown = events.some((event) => event.version <= version + 1);
  const heads = { before: text('Now'), after: text('Then') };
  return html`<h2>${text('Bring version {version} of {record} back?', { version: String(version), record: `${record.kind} ${record.id}` })}</h2>
<p>${text('What can be written of the record becomes what it was, by a change in your name. Nothing is taken out of its history.')}</p>
${isKnown && changeTable(page, differencesSince(events, version), heads)}
<form method="post" action="${viewAddress(page, historyView)}">
${hiddenFields(page, { ...record, version: String(version) })}<p class="choices"><button type="submit">${text('Bring it back')}</button>
<a href="${historyAddress(page, record)}">${text('Leave it as it is')}</a></p>
</form>`;
};
