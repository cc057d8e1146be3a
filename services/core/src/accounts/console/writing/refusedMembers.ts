import type { DomainError } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { notice } from '../consoleFrame.ts';
import { controlId, type Faults } from './fields.ts';
import type { Field } from './form.ts';

/** Returns the faults of members in a refusal: the reason, or that they are missing. */
export const faultsOf = ({ renderContext: { text } }: SignedIn, { data: { params } }: DomainError): Faults => {
  if (Array.isArray(params)) return new Map(params.map((name) => [String(name), text('This is needed.')]));
  const said = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return new Map(said.map(([name, fault]) => [name, String(fault)]));
};

/** Renders the reasons of a refusal above a form: each fault with a link to its field. */
export const refusalAbove = (page: SignedIn, error: DomainError, fields: readonly Field[]): Html => {
  const item = ([name, fault]: readonly [string, string]): Html => {
    const field = fields.find((each) => each.name === name);
    return field === undefined
      ? html`<li><code>${name}</code>: ${fault}</li>\n`
      : html`<li><a href="#${controlId(field)}">${field.label}</a>: ${fault}</li>\n`;
  };
  const faults = [...faultsOf(page, error)];
  const list = html`<ul>
${faults.map(item)}</ul>`;
  return notice(html`<p>${error.message}</p>${faults.length > 0 && list}`, true);
};
