import { type Html, html, type Piece } from '@almanac/pages';
import { hiddenField } from '../consoleForms.ts';
import { type Field, type Form, listIn, SET, textIn } from './form.ts';
import { writtenIn } from './versionLinks.ts';

/** What is wrong with members, by their names. */
export type Faults = ReadonlyMap<string, string>;

interface Shown {
  readonly form: Form;
  readonly faults: Faults;
}

/** A form as a page shows it. */
export interface ShownForm {
  /** The version that was changed, so that nobody's change in between is lost. */
  readonly etag: string;
  readonly form: Form;
  readonly fields: readonly Field[];
  readonly faults?: Faults;
  readonly above?: Piece;
  readonly status?: number;
}

/** What a control is called on its page, which has a `content` already. */
export const controlId = ({ name }: Field): string => `${name}-field`;

/** A field with its label, what helps to fill it in, and what is wrong with it. */
export const fieldOf = (field: Field, shown: Shown): Html => {
  if (field.control === 'boxes') return boxes(field, shown);
  if (field.control === 'flag') return flag(field, shown);
  const label = html`<label for="${controlId(field)}">${field.label}</label>`;
  return html`<p>${label}
${sourceText(field)}${control(field, shown)}${notes(field, shown)}</p>
`;
};

/** The text of another version; long ones are not read out with the label. */
const sourceText = ({ name, source }: Field): Html | undefined =>
  source === undefined || source.text === ''
    ? undefined
    : html`<span class="source" id="${name}-source" ${writtenIn(source.language)}>${source.text}</span>
`;

const notes = ({ name, hint }: Field, { faults }: Shown): Html => {
  const fault = faults.get(name);
  return html`${fault !== undefined && html`<br><strong class="fault" id="${name}-fault">${fault}</strong>`}${
    hint !== undefined && html`<br><span class="soft" id="${name}-hint">${hint}</span>`
  }`;
};

/** How a control is tied to its notes. */
const tied = ({ name, hint, control, source }: Field, { faults }: Shown): Html => {
  const isWrong = faults.has(name);
  const isShort = control === 'line' && source !== undefined && source.text !== '';
  const ids = [isShort && `${name}-source`, isWrong && `${name}-fault`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  return html`${isWrong && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`;
};

const control = (field: Field, shown: Shown): Html => {
  const { name } = field;
  const value = textIn(shown.form, name);
  const named = html`id="${controlId(field)}" name="${name}"${tied(field, shown)}`;
  if (field.control === 'file')
    return html`<input ${named} type="file"${field.accept !== undefined && html` accept="${field.accept}"`}>`;
  if (field.control === 'lines')
    return html`<textarea ${named} rows="${field.rows ?? 4}"${field.isHtml && html` data-js="html"`}>
${value}</textarea>`;
  return field.control === 'choice' ? choice(field, named, value) : line(field, named, value);
};

/** What is chosen already stays, even if it cannot be chosen any more. */
const choice = ({ options = [] }: Field, named: Html, value: string): Html => {
  const isOffered = value === '' || options.some((each) => each.value === value);
  const all = isOffered ? options : [...options, { value, label: value }];
  return html`<select ${named}>
${all.map((each) => html`<option value="${each.value}"${each.value === value && html` selected`}>${each.label}</option>\n`)}</select>`;
};

/** Moments have seconds only where they are not 0: an event that lasts all day ends at 23:59:59. */
const line = ({ name, type = 'text', options }: Field, named: Html, value: string): Html => {
  const precise = type === 'datetime-local' && value.length > 'YYYY-MM-DDTHH:MM'.length;
  const proposed = options !== undefined && html` list="${name}-options"`;
  return html`<input ${named} type="${type}" value="${value}" maxlength="1000"${precise && html` step="1"`}${proposed}>${
    options !== undefined &&
    html`<datalist id="${name}-options">
${options.map((each) => html`<option value="${each.value}">\n`)}</datalist>`
  }`;
};

const flag = (field: Field, shown: Shown): Html => {
  const { name, label } = field;
  const isSet = textIn(shown.form, name) === SET;
  return html`<p class="flag"><label><input type="checkbox" id="${controlId(field)}" name="${name}" value="${SET}"${tied(field, shown)}${isSet && html` checked`}> ${label}</label>${notes(field, shown)}</p>
`;
};

const boxes = (field: Field, shown: Shown): Html => {
  const { name, label, options = [] } = field;
  const chosen = new Set(listIn(shown.form, name));
  const listed = new Set(options.map(({ value }) => value));
  const unlisted = [...chosen].filter((value) => !listed.has(value));
  return html`<fieldset class="boxes" id="${controlId(field)}"${tied(field, shown)}><legend>${label}</legend>
${options.map((each) => html`<label><input type="checkbox" name="${name}[]" value="${each.value}"${chosen.has(each.value) && html` checked`}> ${each.label}</label>\n`)}${unlisted.map((value) => hiddenField(`${name}[]`, value))}</fieldset>
${notes(field, shown)}`;
};

/** How a form is sent that has these fields: a file goes in parts. */
export const encodingOf = (fields: readonly Field[]): Html | undefined =>
  fields.some(({ control }) => control === 'file') ? html` enctype="multipart/form-data"` : undefined;
