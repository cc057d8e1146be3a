import { readRecordHistory } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { plainTitle } from '@almanac/text';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { userById } from '../../users/readModels/userList.ts';
import { askServiceAs } from '../askAs.ts';
import { hiddenFields, numberIn, PER_PAGE, pageSteps, viewAddress } from '../consoleForms.ts';
import { consoleAnswer, refused } from '../consoleFrame.ts';
import { momentText } from '../consoleTexts.ts';
import { changeTable, type MemberChange } from '../history/changeTable.ts';
import { differencesSince } from '../history/differencesSince.ts';
import { LOOKED_BACK } from '../history/restoreForm.ts';
import { fieldsNaming, namedChanges } from './namedChanges.ts';
import { type RecordEvent, type SavedVersion, savedVersions } from './savedVersions.ts';
import { titleText, type Writing, type Written } from './writing.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Requests the history of a record from its service, for a user who may edit the record. */
const historyOf = (page: SignedIn, { records, kind }: Writing, { id }: Written, window: Window) =>
  askServiceAs(page, records.service, readRecordHistory, { send: { kind, id: String(id), ...window } });

/** Shows the versions of a record, the newest first, with author, time and differences from the version before. */
export const listVersions = async (page: SignedIn, writing: Writing, written: Written): Promise<RestResponse> => {
  const { view } = writing;
  const window = { offset: ((numberIn(page, 'page') ?? 1) - 1) * PER_PAGE, limit: PER_PAGE };
  const { body, refused: error } = await historyOf(page, writing, written, window);
  if (error !== undefined) return refused(page, view, error);
  const { events, total } = body.history ?? { events: [], total: 0 };
  const names = await namesOf(page, events);
  const fields = await fieldsFor(page, writing, written, events);
  const query = { id: String(written.id), action: 'versions' };
  const item = (version: SavedVersion) => {
    const isShown = ({ member }: MemberChange) => !version.isFirst || fields.some(({ name }) => name === member);
    const changes = namedChanges(page, version.changes.filter(isShown), fields);
    if (changes.length === 0 && !version.isFirst) return undefined;
    const who = names.get(version.principal) ?? '';
    return versionItem(page, writing, written, {
      version: { ...version, changes },
      who,
      isNewest: version.version === total,
    });
  };
  const { text } = page.renderContext;
  const main = html`<h2>${text('Versions of “{title}”', { title: titleText(written, writing.title) })}</h2>
<p><a href="${viewAddress(page, view, { id: query.id })}">${text('Back to the form')}</a></p>
<ul class="cards">
${savedVersions(events).map(item)}</ul>
${pageSteps(page, view, total, query)}`;
  return consoleAnswer(page, view, main, { query: new URLSearchParams(query).toString() });
};

/** Returns the fields of a form with their names and options, including options that can no longer be chosen. */
const fieldsFor = async (page: SignedIn, writing: Writing, written: Written, events: readonly RecordEvent[]) =>
  fieldsNaming(
    page,
    await writing.fields(page, written),
    events.flatMap(({ changes }) => changes),
  );

/** Returns the public names of authors. */
const namesOf = async (
  { core, renderContext: { text } }: SignedIn,
  events: readonly RecordEvent[],
): Promise<ReadonlyMap<string, string>> => {
  const nameOf = async (principal: string): Promise<string> => {
    if (!principal.startsWith('user:')) return text('the site');
    const user = await userById(core.documents, Number(principal.slice('user:'.length)));
    return user === undefined ? text('somebody who is gone') : plainTitle(user.name);
  };
  const principals = [...new Set(events.map(({ principal }) => principal))];
  return new Map(await Promise.all(principals.map(async (each) => [each, await nameOf(each)] as const)));
};

interface Item {
  readonly version: SavedVersion;
  readonly who: string;
  readonly isNewest: boolean;
}

const versionItem = (
  page: SignedIn,
  { view }: Writing,
  { id }: Written,
  { version: saved, who, isNewest }: Item,
): Html => {
  const { text } = page.renderContext;
  const version = String(saved.version);
  const address = viewAddress(page, view, { id: String(id), action: 'bring-back', version });
  const heads = { before: text('Before'), after: text('After') };
  const back = html`<p><a href="${address}">${text('Bring version {version} back', { version })}…</a></p>
`;
  return html`<li>
<h3>${text('Version {version}', { version })}</h3>
<p class="soft">${momentText(page, saved.at)} · ${who}</p>
${changeTable(page, saved.changes, heads)}
${!isNewest && back}</li>
`;
};

/** Shows the confirmation to restore a version, with the resulting changes. */
export const confirmVersion = async (page: SignedIn, writing: Writing, written: Written): Promise<RestResponse> => {
  const version = numberIn(page, 'version') ?? 1;
  const { view } = writing;
  const { body, refused: error } = await historyOf(page, writing, written, { offset: 0, limit: LOOKED_BACK });
  if (error !== undefined) return refused(page, view, error);
  const { text } = page.renderContext;
  const events = body.history?.events ?? [];
  const isKnown = events.some((event) => event.version <= version + 1);
  const fields = await fieldsFor(page, writing, written, events);
  const differences = namedChanges(page, differencesSince(events, version), fields);
  const sent = { id: String(written.id), action: 'bring-back', version: String(version) };
  const title = titleText(written, writing.title);
  const main = html`<h2>${text('Bring version {version} of “{title}” back?', { version: sent.version, title })}</h2>
<p>${text('What can be written of the record becomes what it was, by a change in your name. Nothing is taken out of its history.')}</p>
${isKnown && changeTable(page, differences, { before: text('Now'), after: text('Then') })}
<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, sent)}<p class="choices"><button type="submit">${text('Bring it back')}</button>
<a href="${viewAddress(page, view, { id: sent.id, action: 'versions' })}">${text('Leave it as it is')}</a></p>
</form>`;
  return consoleAnswer(page, view, main, { query: new URLSearchParams(sent).toString() });
};
