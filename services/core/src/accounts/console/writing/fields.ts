import { type Html, html, type Piece } from '@almanac/pages';
import { hiddenField } from '../consoleForms.ts';
import { type Field, type Form, listIn, SET, textIn } from './form.ts';
import { writtenIn } from './versionLinks.ts';

/** Faults of members by their names. */
export type Faults = ReadonlyMap<string, string>;

interface Shown {
  readonly form: Form;
  readonly faults: Faults;
}

/** A form with its values and faults, as a page shows it. */
export interface ShownForm {
  /** The version that the form changes, so that no change in between is lost. */
  readonly etag: string;
  readonly form: Form;
  readonly fields: readonly Field[];
  readonly faults?: Faults;
  readonly above?: Piece;
  readonly status?: number;
}

/** Returns the id of a control on its page, which already has an element with the id `content`. */
export const controlId = ({ name }: Field): string => `${name}-field`;

/** Renders a field with its label, its hint and its fault. */
export const fieldOf = (field: Field, shown: Shown): Html => {
  if (field.control === 'boxes') return boxes(field, shown);
  if (field.control === 'flag') return flag(field, shown);
  const label = html`<label for="${controlId(field)}">${field.label}</label>`;
  return html`<p>${label}
${sourceText(field)}${control(field, shown)}${notes(field, shown)}</p>
`;
};

/** Renders the text of another version; screen readers do not read a long one with the label. */
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

/** Returns the attributes that connect a control with its notes. */
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

/** Renders a select. The current value stays an option, even if it can no longer be chosen. */
const choice = ({ options = [] }: Field, named: Html, value: string): Html => {
  const isOffered = value === '' || options.some((each) => each.value === value);
  const all = isOffered ? options : [...options, { value, label: value }];
  return html`<select ${named}>
${all.map((each) => html`<option value="${each.value}"${each.value === value && html` selected`}>${each.label}</option>\n`)}</select>`;
};

/** Renders a line. Times have seconds only if these are not 0: an all-day event ends at 23:59:59. */
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

/** Returns the encoding of a form with these fields: multipart for a file. */
export const encodingOf = (fields: readonly Field[]): Html | undefined =>
  fields.some(({ control }) => control === 'file') ? html` enctype="multipart/form-data"` : undefined;
