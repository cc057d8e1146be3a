/** The texts of OpenAPI documents beside those of routes and statuses; `catalogues.ts` translates them. */
export const openApiMessages = {
  everybody: 'Open to everybody.',
  readers: 'The answer depends on the rights of the caller.',
  users: 'Requires a signed-in user with the right to do this.',
  sameAs: 'Does the same as {method}.',
  batch: 'Can be an item of a batch.',
  applicationPassword: 'The login of a user with one of their application passwords.',
  file: 'The file, with its name.',
  fileName: 'The name of the file: `attachment; filename="harbour.jpg"`. A form has it beside the file.',
  idempotencyKey:
    'A text of 1 to 255 characters, new for each request. A repeat within 24 hours gets the first answer. Only for signed-in users.',
  ifMatch: 'The ETag of the record that the change is based on. If the record has changed since, the answer is 412.',
  ifNoneMatch: 'The ETag of an earlier answer. If it is still valid, the answer is 304.',
  notModified: 'The answer has not changed.',
} as const;

/** Descriptions of answer headers, by lower-case name. */
export const headerMessages: ReadonlyMap<string, string> = new Map([
  ['etag', 'The version of the answer, for If-None-Match and If-Match.'],
  ['idempotency-replayed', '`true` if this is the stored answer of an earlier request.'],
  ['link', 'The previous and the next page.'],
  ['location', 'The address of the new record.'],
  [
    'ratelimit',
    'The limits that the request has used, each with its remaining requests `r` and seconds until its reset `t`.',
  ],
  ['ratelimit-policy', 'The same limits, each with its quota `q` and its period in seconds `w`.'],
  ['retry-after', 'Seconds to wait before the next attempt.'],
  ['x-cal-total', 'The number of records on all pages.'],
  ['x-cal-totalpages', 'The number of pages.'],
  ['x-core-total', 'The number of records on all pages.'],
  ['x-core-totalpages', 'The number of pages.'],
]);
