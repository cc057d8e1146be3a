import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** What can be chosen. */
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
  /** Of a line. */
  readonly type?: 'text' | 'url' | 'email' | 'tel' | 'date' | 'datetime-local';
  /** Of a choice and of boxes; what a line proposes. */
  readonly options?: readonly Option[];
  /** What another version says there, for who translates it. */
  readonly source?: { readonly text: string; readonly language: string };
  /** Of lines. */
  readonly rows?: number;
  /** Whether the lines are HTML. */
  readonly isHtml?: boolean;
  /** Of a file: the types that are meant. */
  readonly accept?: string;
}

/** What a form holds: texts by the names of its fields, of boxes the values that are ticked. */
export type Form = ReadonlyMap<string, string | readonly string[]>;

export const NOTHING: Form = new Map();

/** The flag that is set. */
export const SET = 'true';

/** A text as it was typed: what stands around it counts. */
const typed = ({ request }: SignedIn, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

/** The values of boxes that were ticked. */
const ticked = ({ request }: SignedIn, name: string): string[] => {
  const sent = request.params[name] ?? [];
  return (Array.isArray(sent) ? sent : [sent]).filter((each) => typeof each === 'string');
};

/** What came with a form. */
export const sentForm = (page: SignedIn, fields: readonly Field[]): Form =>
  new Map(fields.map(({ name, control }) => [name, control === 'boxes' ? ticked(page, name) : typed(page, name)]));

/** A field's text. */
export const textIn = (form: Form, name: string): string => {
  const value = form.get(name) ?? '';
  return typeof value === 'string' ? value : '';
};

/** The values that are ticked. */
export const listIn = (form: Form, name: string): readonly string[] => {
  const value = form.get(name) ?? [];
  return typeof value === 'string' ? [] : value;
};

const isSame = (one: Form, other: Form, { name, control }: Field): boolean =>
  control === 'boxes'
    ? listIn(one, name).toSorted().join(' ') === listIn(other, name).toSorted().join(' ')
    : textIn(one, name) === textIn(other, name);

/** The fields in which one form is not as the other. */
export const changedFields = (one: Form, other: Form, fields: readonly Field[]): Field[] =>
  fields.filter((field) => !isSame(one, other, field));

/** A value as people read it: chosen things by their names. */
export const shownValue = (form: Form, { name, control, options = [] }: Field): string => {
  const labelOf = (value: string): string => options.find((each) => each.value === value)?.label ?? value;
  if (control === 'boxes') return listIn(form, name).map(labelOf).join(', ');
  return control === 'choice' ? labelOf(textIn(form, name)) : textIn(form, name);
};
