import { type Html, html, steps } from '@almanac/pages';
import { administrationAddress, parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { tokenField } from '../sign-in/authorizeForms.ts';
import type { ConsoleView } from '../sign-in/consoleViews.ts';

type Fields = Readonly<Record<string, string>>;

/** The address of a page of the console. */
export const viewAddress = (page: SignedIn, { name }: ConsoleView, query: Fields = {}): string => {
  const said = new URLSearchParams({ ...query }).toString();
  return administrationAddress(page.renderContext, name) + (said === '' ? '' : `?${said}`);
};

/** A whole number of at least 1, as an address or a form says it. */
export const numberIn = (page: SignedIn, name: string): number | undefined => {
  const given = parameter(page, name);
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
};

/** What can stand in an address as it is: neither nothing, nor what leads elsewhere. */
export const isName = (given: string, longest: number): boolean =>
  given !== '' && given !== '.' && given !== '..' && given.length <= longest && given.isWellFormed();

export interface Action {
  readonly label: string;
  /** What it is done to, for who does not see what is beside the button. */
  readonly about?: string;
  /** What is sent. */
  readonly fields: Fields;
  /** Whether it is not what most people come to the page for. */
  readonly isSecond?: boolean;
}

/** A value that a form sends without showing it. */
export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">\n`;

/** What a form sends without showing it. */
export const hiddenFields = (page: SignedIn, fields: Fields): Html =>
  html`${tokenField(page)}${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}`;

/** A button that does something. */
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

/** Says what will happen before it does; nothing that cannot be undone is one button away. */
export const askFirst = (page: SignedIn, view: ConsoleView, { question, consequence, ...action }: Asking): Html =>
  html`<h2>${question}</h2>
<p>${consequence}</p>
<form method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, action.fields)}<p class="choices"><button type="submit">${action.label}</button>
<a href="${viewAddress(page, view)}">${page.renderContext.text('Leave it as it is')}</a></p>
</form>
`;

/** How many entries a page of a list shows. */
export const PER_PAGE = 20;

interface StepLabels {
  readonly previous: string;
  readonly next: string;
}

/** Links to the pages of a list; without labels it has the newest first. */
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

/** The page of a list that is asked for. */
export const windowIn = (page: SignedIn) => ({ page: numberIn(page, 'page') ?? 1, per_page: PER_PAGE });
