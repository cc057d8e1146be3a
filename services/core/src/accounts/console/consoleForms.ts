import { type Html, html, steps } from '@almanac/pages';
import { administrationAddress, parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { tokenField } from '../sign-in/authorizeForms.ts';
import type { ConsoleView } from '../sign-in/consoleViews.ts';

type Fields = Readonly<Record<string, string>>;

/** Returns the address of a page of the console. */
export const viewAddress = (page: SignedIn, { name }: ConsoleView, query: Fields = {}): string => {
  const said = new URLSearchParams({ ...query }).toString();
  return administrationAddress(page.renderContext, name) + (said === '' ? '' : `?${said}`);
};

/** Returns a parameter of an address or form that is a whole number of at least 1; undefined for other values. */
export const numberIn = (page: SignedIn, name: string): number | undefined => {
  const given = parameter(page, name);
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
};

/** True if a name can be a segment of an address unchanged: not empty, and not `.` or `..`. */
export const isName = (given: string, longest: number): boolean =>
  given !== '' && given !== '.' && given !== '..' && given.length <= longest && given.isWellFormed();

export interface Action {
  readonly label: string;
  /** The record that the button acts on, for people who do not see the text next to the button. */
  readonly about?: string;
  /** The fields that the form sends. */
  readonly fields: Fields;
  /** True for a secondary action of the page. */
  readonly isSecond?: boolean;
}

/** Renders a value that a form sends without showing it. */
export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">\n`;

/** Renders the fields that a form sends without showing them. */
export const hiddenFields = (page: SignedIn, fields: Fields): Html =>
  html`${tokenField(page)}${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}`;

/** Renders a button that runs an action. */
export const actionForm = (page: SignedIn, view: ConsoleView, { label, about, fields, isSecond }: Action): Html => {
  const spoken = about === undefined ? undefined : `${label}: ${about}`;
  return html`<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, fields)}<button type="submit"${isSecond && html` class="second"`}${spoken && html` aria-label="${spoken}"`}>${label}</button>
</form>
`;
};

export interface Asking extends Action {
  readonly question: string;
  readonly consequence: string;
}

/** Renders a confirmation with the consequence of an action. Every irreversible action has one. */
export const askFirst = (page: SignedIn, view: ConsoleView, { question, consequence, ...action }: Asking): Html =>
  html`<h2>${question}</h2>
<p>${consequence}</p>
<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, action.fields)}<p class="choices"><button type="submit">${action.label}</button>
<a href="${viewAddress(page, view)}">${page.renderContext.text('Leave it as it is')}</a></p>
</form>
`;

/** Number of entries on a page of a list. */
export const PER_PAGE = 20;

interface StepLabels {
  readonly previous: string;
  readonly next: string;
}

/** Renders links to the pages of a list. Without labels, the links are for a list with the newest entries first. */
export const pageSteps = (
  page: SignedIn,
  view: ConsoleView,
  total: number,
  query: Fields = {},
  labels?: StepLabels,
): Html | undefined => {
  const { text } = page.renderContext;
  const { previous, next } = labels ?? { previous: text('Newer'), next: text('Older') };
  const number = numberIn(page, 'page') ?? 1;
  const stepTo = (to: number, label: string, is: boolean) =>
    is ? { href: viewAddress(page, view, { ...query, page: String(to) }), label } : undefined;
  return steps(text('Pages'), {
    previous: stepTo(number - 1, previous, number > 1),
    next: stepTo(number + 1, next, number * PER_PAGE < total),
  });
};

/** Returns the requested page of a list. */
export const windowIn = (page: SignedIn) => ({ page: numberIn(page, 'page') ?? 1, per_page: PER_PAGE });
