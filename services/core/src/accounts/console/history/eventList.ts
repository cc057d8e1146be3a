import { type Html, html, steps } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { momentText } from '../consoleTexts.ts';
import { changeTable, type MemberChange } from './changeTable.ts';
import { historyAddress, type RecordName } from './recordChooser.ts';

/** How many events a page shows. */
export const PER_PAGE = 20;

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
  readonly number: number;
  readonly total: number;
}

/** The events of a record, newest first. */
export const eventList = (page: SignedIn, record: RecordName, { events, number, total }: Listed): Html => {
  const { text } = page.renderContext;
  const stepTo = (to: number, label: string, is: boolean) =>
    is ? { href: historyAddress(page, record, { page: String(to) }), label } : undefined;
  return html`<ul class="cards">
${events.map((event) => eventItem(page, record, { event, isNewest: event.version === total }))}</ul>
${steps(text('Pages'), {
  previous: stepTo(number - 1, text('Newer'), number > 1),
  next: stepTo(number + 1, text('Older'), number * PER_PAGE < total),
})}`;
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
