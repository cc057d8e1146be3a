import { isWallClock, toWallClock } from '@almanac/dates';
import { formField, type Html, html, pageAddress, sentText, TRAP_FIELD, trapField } from '@almanac/pages';
import { z } from 'zod';
import type { PageContext } from '../views/pageContext.ts';

const fields = [
  'title',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'place',
  'description',
  'picture',
  'name',
  'email',
] as const;

type Field = (typeof fields)[number];

/** A form as a visitor has sent it. */
export interface SentSuggestion extends Readonly<Record<Field, string>> {
  /** The hidden field by which the form is known. */
  readonly form: string;
  /** True if the field is filled that people do not see. */
  readonly isAutomatic: boolean;
}

/** A form to show again, with the reasons for its refusal. */
export interface RefusedSuggestion {
  readonly sent: SentSuggestion;
  readonly status: number;
  readonly faults: ReadonlyMap<Field, string>;
  /** A reason that concerns no single field. */
  readonly notice?: string;
}

/** Maximum lengths in characters. */
const MAX_LENGTHS: Readonly<Record<Field, number>> = {
  title: 200,
  start_date: 10,
  start_time: 5,
  end_date: 10,
  end_time: 5,
  place: 200,
  description: 5_000,
  picture: 2_000,
  name: 100,
  email: 100,
};

/** Maximum number of links in all texts together. */
const MAX_LINKS = 5;

/** Returns the form that a request contains. */
export const sentSuggestion = ({ request: { params } }: Pick<PageContext, 'request'>): SentSuggestion => ({
  title: sentText(params.title),
  start_date: sentText(params.start_date),
  start_time: sentText(params.start_time),
  end_date: sentText(params.end_date),
  end_time: sentText(params.end_time),
  place: sentText(params.place),
  description: sentText(params.description).replaceAll('\r\n', '\n'),
  picture: sentText(params.picture),
  name: sentText(params.name),
  email: sentText(params.email),
  form: sentText(params.form),
  isAutomatic: sentText(params[TRAP_FIELD]) !== '',
});

/** The times of a suggested event. */
export interface SentTimes {
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** Returns the times of a form, as wall clocks in the zone of the site. Without times, the event lasts whole days. */
export const timesOf = (sent: SentSuggestion): SentTimes => {
  const allDay = sent.start_time === '';
  const clock = (date: string, time: string): string => `${date} ${allDay ? '00:00' : time}:00`;
  return {
    start: clock(sent.start_date, sent.start_time),
    end: clock(sent.end_date || sent.start_date, sent.end_time || sent.start_time),
    allDay,
  };
};

const EMAIL = z.email();
const PICTURE = z.url({ protocol: /^https$/ });
const MARKUP = /<\/?[a-z!]/i;
const LINKS = /https?:\/\/|www\./gi;

/** Returns what is wrong with the fields of a form, by field. */
export const faultsOf = (
  sent: SentSuggestion,
  { calendar, renderContext: { text } }: PageContext,
): ReadonlyMap<Field, string> => {
  const faults = new Map<Field, string>();
  const texts = ['title', 'place', 'description', 'name'] as const;
  const links = texts.flatMap((name) => sent[name].match(LINKS) ?? []);
  if (links.length > MAX_LINKS) faults.set('description', text('Use at most {limit} links.', { limit: MAX_LINKS }));
  for (const name of texts) if (MARKUP.test(sent[name])) faults.set(name, text('Write plain text, without HTML.'));
  if (!EMAIL.safeParse(sent.email).success)
    faults.set('email', text('Enter an e-mail address such as name@example.org.'));
  if (sent.picture !== '' && !PICTURE.safeParse(sent.picture).success)
    faults.set('picture', text('Enter an address that begins with https://, or leave the field empty.'));
  for (const name of fields) {
    const limit = MAX_LENGTHS[name];
    if (sent[name].length > limit) faults.set(name, text('Enter at most {limit} characters.', { limit }));
  }
  if (sent.title === '') faults.set('title', text('Enter a title.'));
  if (sent.name === '') faults.set('name', text('Enter your name.'));
  for (const [name, message] of timeFaults(sent, calendar)) faults.set(name, text(message));
  return faults;
};

type Calendar = PageContext['calendar'];

/** Returns what is wrong with the dates and times of a form, untranslated. */
const timeFaults = (sent: SentSuggestion, { now, settings }: Calendar): (readonly [Field, string])[] => {
  const { start, end, allDay } = timesOf(sent);
  if (!isWallClock(`${sent.start_date} 00:00:00`)) return [['start_date', 'Enter a date.']];
  if (!isWallClock(start)) return [['start_time', 'Enter a time such as 19:30.']];
  if (allDay && sent.end_time !== '') return [['start_time', 'Enter the time of the start too.']];
  if (!allDay && sent.end_time === '') return [['end_time', 'Enter the time of the end too.']];
  if (!isWallClock(`${sent.end_date || sent.start_date} 00:00:00`)) return [['end_date', 'Enter a date.']];
  if (!isWallClock(end)) return [['end_time', 'Enter a time such as 19:30.']];
  const isDateWrong = end.slice(0, 10) < start.slice(0, 10);
  if (end < start) return [[isDateWrong ? 'end_date' : 'end_time', 'The event must not end before it starts.']];
  const today = toWallClock(now().getTime(), settings.current().timezone).slice(0, 10);
  return end.slice(0, 10) < today ? [['start_date', 'Enter a date that is not over.']] : [];
};

const INPUTS = {
  title: { type: 'text', autocomplete: 'off' },
  start_date: { type: 'date', autocomplete: 'off' },
  start_time: { type: 'time', autocomplete: 'off' },
  end_date: { type: 'date', autocomplete: 'off' },
  end_time: { type: 'time', autocomplete: 'off' },
  place: { type: 'text', autocomplete: 'off' },
  picture: { type: 'url', autocomplete: 'off' },
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
} as const;

const REQUIRED: ReadonlySet<Field> = new Set(['title', 'start_date', 'name', 'email']);

/** Renders a field with its label, its hint and its fault. */
const field = (
  name: Field,
  label: string,
  { refused, hint }: { readonly refused: RefusedSuggestion | undefined; readonly hint?: string },
): Html =>
  formField({
    form: 'suggestion',
    name,
    label,
    input: name === 'description' ? undefined : INPUTS[name],
    isRequired: REQUIRED.has(name),
    maxLength: MAX_LENGTHS[name],
    value: refused?.sent[name] ?? '',
    fault: refused?.faults.get(name),
    hint,
  });

/** Renders the form of a suggestion. @param token the hidden field by which it will be known */
export const suggestionForm = (
  { renderContext }: Pick<PageContext, 'renderContext'>,
  { token, refused }: { readonly token: string; readonly refused: RefusedSuggestion | undefined },
): Html => {
  const { text } = renderContext;
  const plain = { refused };
  return html`<form id="suggestion" method="post" action="${pageAddress(renderContext, 'events', 'suggest')}#suggestion">
${refused?.notice !== undefined && html`<p class="notice" role="alert">${refused.notice}</p>\n`}${
  refused !== undefined &&
  refused.faults.size > 0 &&
  html`<p class="notice" role="alert">${text('Correct the marked fields, then send the form again.')}</p>\n`
}${field('title', text('Title'), plain)}${field('start_date', text('Date of the start'), plain)}${field(
  'start_time',
  text('Time of the start'),
  { refused, hint: text('Leave both times empty for an event that lasts whole days.') },
)}${field('end_date', text('Date of the end'), { refused, hint: text('Leave it empty for an event of one day.') })}${field(
  'end_time',
  text('Time of the end'),
  plain,
)}${field('place', text('Place'), plain)}${field('description', text('Description'), {
  refused,
  hint: text('Plain text with at most {limit} links.', { limit: MAX_LINKS }),
})}${field('picture', text('Address of a picture (optional)'), {
  refused,
  hint: text('An editor decides whether the picture is used.'),
})}${field('name', text('Your name'), plain)}${field('email', text('Your e-mail address'), {
  refused,
  hint: text('Name and address are not published, and are deleted after 90 days.'),
})}${trapField('suggestion', text('Leave this field empty'))}<input type="hidden" name="form" value="${token}">
<p><button type="submit">${text('Send')}</button> <span class="soft">${text('An editor reads your suggestion before it appears.')}</span></p>
</form>
`;
};
