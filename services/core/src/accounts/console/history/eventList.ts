import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { historyView } from '../../sign-in/consoleViews.ts';
import { pageSteps } from '../consoleForms.ts';
import { momentText } from '../consoleTexts.ts';
import { changeTable, type MemberChange } from './changeTable.ts';
import { historyAddress, type RecordName } from './recordChooser.ts';

/** An event of a record's history. */
export interface HistoryEvent {
  readonly version: number;
  readonly at: string;
  readonly type: string;
  readonly who: string;
  readonly changes: readonly MemberChange[];
}

interface Listed {
  readonly events: readonly HistoryEvent[];
  readonly total: number;
}

/** Renders the events of a record, newest first. */
export const eventList = (page: SignedIn, record: RecordName, { events, total }: Listed): Html => {
  return html`<ul class="cards">
${events.map((event) => eventItem(page, record, { event, isNewest: event.version === total }))}</ul>
${pageSteps(page, historyView, total, { ...record })}`;
};

const eventItem = (
  page: SignedIn,
  record: RecordName,
  { event, isNewest }: { readonly event: HistoryEvent; readonly isNewest: boolean },
): Html => {
  const { text } = page.renderContext;
  const version = String(event.version);
  const heads = { before: text('Before'), after: text('After') };
  const restore = html`<p><a href="${historyAddress(page, record, { version })}">${text('Bring version {version} back', { version })}…</a></p>`;
  return html`<li>
<h2>${version}. ${event.type}</h2>
<p class="soft">${momentText(page, event.at)} · ${event.who}</p>
${changeTable(page, event.changes, heads)}
${!isNewest && restore}
</li>
`;
};
