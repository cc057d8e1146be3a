import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageScript, pageScript } from '@almanac/pages';
import type { SignedIn } from '../../../sign-in/administrationPage.ts';
import type { Field } from '../form.ts';

/** The script that puts tags around selected text; forms work without it. */
export const toolbarScript = pageScript(
  'admin/format',
  readFileSync(join(import.meta.dirname, 'formatText.js'), 'utf8'),
);

/** Returns the script for a form with texts in HTML, with the names of its buttons. */
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
