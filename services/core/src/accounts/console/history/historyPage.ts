import { readHistoryOfMisc, restoreRecordOfMisc } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { historyView } from '../../sign-in/consoleViews.ts';
import { askAs, totalOf } from '../askAs.ts';
import { numberIn, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refusal } from '../consoleFrame.ts';
import { eventList } from './eventList.ts';
import { chooser, type RecordName, recordIn } from './recordChooser.ts';
import { restoredNotice } from './restoredNotice.ts';
import { confirmation, LOOKED_BACK } from './restoreForm.ts';

interface Answered {
  readonly status?: number;
  readonly above?: Html;
}

const answer = (page: SignedIn, main: Piece, { status = 200, above }: Answered = {}): RestResponse => {
  const record = recordIn(page);
  const query = record === undefined ? '' : new URLSearchParams({ ...record }).toString();
  return consoleAnswer(page, historyView, html`${above}${main}`, { status, query });
};

const ask = (page: SignedIn, at: RecordName, send: { readonly page: number; readonly per_page: number }) =>
  askAs(page, readHistoryOfMisc, { at: { ...at }, send });

/** Shows the history of the chosen record. If the address names a version, shows the confirmation to restore it. */
export const showHistory = async (page: SignedIn): Promise<RestResponse> => {
  const record = recordIn(page);
  if (record === undefined) return answer(page, chooser(page));
  const version = numberIn(page, 'version');
  return version === undefined ? listed(page, record) : confirming(page, record, version);
};

const listed = async (page: SignedIn, record: RecordName, answered: Answered = {}): Promise<RestResponse> => {
  const said = await ask(page, record, windowIn(page));
  const { body, refused } = said;
  if (refused !== undefined) return answer(page, chooser(page), { status: refused.status, above: refusal(refused) });
  const main = html`${chooser(page)}${eventList(page, record, { events: body, total: totalOf(said) })}`;
  return answer(page, main, answered);
};

const confirming = async (page: SignedIn, record: RecordName, version: number): Promise<RestResponse> => {
  const { body, refused } = await ask(page, record, { page: 1, per_page: LOOKED_BACK });
  if (refused !== undefined) return answer(page, chooser(page), { status: refused.status, above: refusal(refused) });
  return answer(page, confirmation(page, { record, version, events: body }));
};

/** Restores a version, and shows the history of the record. */
export const restoreVersion = async (page: SignedIn): Promise<RestResponse> => {
  const [record, version] = [recordIn(page), numberIn(page, 'version')];
  if (record === undefined || version === undefined) return answer(page, chooser(page), { status: 400 });
  const { body, refused } = await askAs(page, restoreRecordOfMisc, { at: { ...record }, send: { version } });
  if (refused !== undefined) return listed(page, record, { status: refused.status, above: refusal(refused) });
  return listed(page, record, { above: restoredNotice(page, body) });
};
