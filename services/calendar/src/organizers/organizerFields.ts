import { email, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { z } from 'zod';
import { type AnyItemTable, field, refusals, websiteField } from '../content-items/itemFields.ts';

const contact = { default: '', imported: true, copied: true, translated: false } as const;

const PHONE = 'The phone number of the organizer.';
const EMAIL = { description: 'The e-mail address of the organizer.', allowEmpty: true } as const;

/** The fields that only organizers have, in the order in which answers show them. */
export const organizerFields = {
  phone: field(z.string(), {
    ...contact,
    v1: { name: 'phone', arg: text({ description: PHONE, default: null }), shown: z.string().optional() },
    calx: { name: 'phone', arg: text({ description: PHONE }), shown: z.string() },
    clean: plainText,
  }),
  website: { ...websiteField('The address of the website of the organizer.', '_OrganizerWebsite') },
  email: field(z.string(), {
    ...contact,
    v1: { name: 'email', arg: email({ ...EMAIL, default: null }), shown: z.string().optional() },
    calx: { name: 'email', arg: email({ ...EMAIL, refusedAs: refusals.email }), shown: z.string() },
  }),
} as const satisfies AnyItemTable;
