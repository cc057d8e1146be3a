import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** An option of a choice. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A member of a record as a form shows it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly control: 'line' | 'lines' | 'flag' | 'choice' | 'boxes' | 'file';
  /** The type of a line. */
  readonly type?: 'text' | 'url' | 'email' | 'tel' | 'date' | 'datetime-local';
  /** The options of a choice or of boxes, or the suggestions of a line. */
  readonly options?: readonly Option[];
  /** The text of another version, for translators. */
  readonly source?: { readonly text: string; readonly language: string };
  /** The number of lines. */
  readonly rows?: number;
  /** True if the lines are HTML. */
  readonly isHtml?: boolean;
  /** The accepted types of a file. */
  readonly accept?: string;
}

/** The values of a form by field: texts, and for boxes the list of ticked values. */
export type Form = ReadonlyMap<string, string | readonly string[]>;

export const NOTHING: Form = new Map();

/** The value of a flag that is set. */
export const SET = 'true';

/** Returns a text as it was typed, including the blanks around it. */
const typed = ({ request }: SignedIn, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

/** Returns the values of ticked boxes in a request. */
const ticked = ({ request }: SignedIn, name: string): string[] => {
  const sent = request.params[name] ?? [];
  return (Array.isArray(sent) ? sent : [sent]).filter((each) => typeof each === 'string');
};

/** Returns the values of a sent form. */
export const sentForm = (page: SignedIn, fields: readonly Field[]): Form =>
  new Map(fields.map(({ name, control }) => [name, control === 'boxes' ? ticked(page, name) : typed(page, name)]));

/** Returns a field's text. */
export const textIn = (form: Form, name: string): string => {
  const value = form.get(name) ?? '';
  return typeof value === 'string' ? value : '';
};

/** Returns a field's ticked values. */
export const listIn = (form: Form, name: string): readonly string[] => {
  const value = form.get(name) ?? [];
  return typeof value === 'string' ? [] : value;
};

const isSame = (one: Form, other: Form, { name, control }: Field): boolean =>
  control === 'boxes'
    ? listIn(one, name).toSorted().join(' ') === listIn(other, name).toSorted().join(' ')
    : textIn(one, name) === textIn(other, name);

/** Returns the fields in which two forms differ. */
export const changedFields = (one: Form, other: Form, fields: readonly Field[]): Field[] =>
  fields.filter((field) => !isSame(one, other, field));

/** Returns a value in readable form: chosen options by their names. */
export const shownValue = (form: Form, { name, control, options = [] }: Field): string => {
  const labelOf = (value: string): string => options.find((each) => each.value === value)?.label ?? value;
  if (control === 'boxes') return listIn(form, name).map(labelOf).join(', ');
  return control === 'choice' ? labelOf(textIn(form, name)) : textIn(form, name);
};
