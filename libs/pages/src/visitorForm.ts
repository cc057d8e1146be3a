import { type Html, html } from './html.ts';

/** The name of the field that people do not see; programs fill it in. */
export const TRAP_FIELD = 'subject';

/** Returns a text that a form has sent, without the space around it. */
export const sentText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A field of a form for visitors. */
export interface FormField {
  /** The id of the form, with which the ids of its fields begin. */
  readonly form: string;
  readonly name: string;
  readonly label: string;
  /** The type and the autocompletion of the input; a field without them has several lines. */
  readonly input: { readonly type: string; readonly autocomplete: string } | undefined;
  readonly isRequired: boolean;
  /** Maximum length in characters. */
  readonly maxLength: number | undefined;
  readonly value: string;
  /** The reason why the value was refused. */
  readonly fault: string | undefined;
  readonly hint: string | undefined;
}

/** Renders a field with its label, its hint and its fault. */
export const formField = ({ form, name, label, input, isRequired, maxLength, value, fault, hint }: FormField): Html => {
  const id = `${form}-${name.replace('_', '-')}`;
  const notes = [fault !== undefined && `${id}-fault`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const tied = html`${isRequired && html` required`}${fault !== undefined && html` aria-invalid="true"`}${
    notes !== '' && html` aria-describedby="${notes}"`
  }`;
  const bound = html`${maxLength !== undefined && html` maxlength="${maxLength}"`}`;
  const control =
    input === undefined
      ? html`<textarea id="${id}" name="${name}" rows="8"${bound} dir="auto"${tied}>
${value}</textarea>`
      : html`<input id="${id}" name="${name}" type="${input.type}" autocomplete="${input.autocomplete}"${bound} value="${value}"${tied}>`;
  return html`<p><label for="${id}">${label}</label>
${control}${fault !== undefined && html`<br><strong class="fault" id="${id}-fault">${fault}</strong>`}${
  hint !== undefined && html`<br><span class="soft" id="${id}-hint">${hint}</span>`
}</p>
`;
};

/** Renders the field that people do not see. @param label asks those whose program reads it out to leave it empty */
export const trapField = (form: string, label: string): Html =>
  html`<p class="sr" aria-hidden="true"><label for="${form}-${TRAP_FIELD}">${label}</label>
<input id="${form}-${TRAP_FIELD}" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></p>
`;
