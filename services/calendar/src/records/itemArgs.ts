import { integer, text } from '@almanac/rest';

/** The id in the path of one record. */
export const idArgs = { id: integer({ description: 'The id of the record.', required: true }) };

/** The slug in the path of one record. */
export const slugArgs = { slug: text({ description: 'The slug of the record.', required: true }) };

/** What reading one record takes beside. */
export const passwordArgs = { password: text({ description: 'The password of a protected record.' }) };
