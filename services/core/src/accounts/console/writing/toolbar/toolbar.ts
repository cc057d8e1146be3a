import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageScript, pageScript } from '@almanac/pages';
import type { SignedIn } from '../../../sign-in/administrationPage.ts';
import type { Field } from '../form.ts';

/** Puts tags around what is selected of a text; forms do everything without it. */
export const toolbarScript = pageScript(
  'admin/format',
  readFileSync(join(import.meta.dirname, 'formatText.js'), 'utf8'),
);

/** The script of a form that has texts in HTML, with the names of its buttons. */
export const toolbarScripts = ({ renderContext: { text } }: SignedIn, fields: readonly Field[]): PageScript[] => {
  if (!fields.some(({ isHtml }) => isHtml)) return [];
  const names = {
    bold: text('Bold'),
    italic: text('Italic'),
    heading: text('Heading'),
    list: text('List'),
    quote: text('Quote'),
    link: text('Link'),
  };
  return [{ ...toolbarScript, data: { label: text('Formatting'), names } }];
};
