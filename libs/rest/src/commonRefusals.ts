type Refusals = ReadonlyMap<number, readonly string[]>;

/** Refusals of every route, or of the gateway before it (docs/interface/server.md §12.2). */
const ALWAYS: Refusals = new Map([
  [
    400,
    [
      'rest_invalid_param',
      'rest_missing_callback_param',
      'rest_invalid_json',
      'rest_invalid_content_type',
      'rest_invalid_body',
      'rest_invalid_form',
      'rest_too_many_params',
      'rest_callback_invalid',
      'rest_invalid_host',
      'rest_request_aborted',
      'rest_answer_too_large',
    ],
  ],
  [
    401,
    [
      'rest_forbidden',
      'rest_forbidden_context',
      'rest_invalid_principal',
      'invalid_username',
      'invalid_email',
      'incorrect_password',
      'rest_not_logged_in',
    ],
  ],
  [403, ['rest_forbidden', 'rest_forbidden_context', 'rest_cookie_invalid_nonce']],
  [408, ['rest_request_timeout']],
  [412, ['rest_precondition_failed']],
  [413, ['rest_payload_too_large']],
  [415, ['rest_unsupported_encoding']],
  [429, ['too_many_attempts', 'rest_too_many_requests', 'rest_too_many_large_answers']],
  [431, ['rest_headers_too_large']],
  [
    503,
    [
      'rest_service_unavailable',
      'rest_unavailable',
      'rest_storage_full',
      'rest_too_busy',
      'rest_outcome_unknown',
      'rest_contention',
      'rest_unknown_event',
      'rest_request_aborted',
      'rest_site_stopping',
    ],
  ],
]);

/** Refusals of every route that writes. */
const OF_WRITES: Refusals = new Map([
  [
    400,
    [
      'rest_cannot_be_stored',
      'rest_invalid_idempotency_key',
      'rest_invalid_moved_record',
      'i18n_language_mismatch',
      'i18n_unknown_source',
    ],
  ],
  [
    409,
    [
      'rest_conflict',
      'rest_name_taken',
      'rest_id_taken',
      'rest_idempotency_key_running',
      'rest_idempotency_answer_lost',
    ],
  ],
  [413, ['rest_content_too_large']],
  [422, ['rest_idempotency_key_reused']],
]);

/** Refusals of a route with captures: other text in the path matches no route. */
const OF_CAPTURES: Refusals = new Map([[404, ['rest_no_route']]]);

const NO_REFUSALS: Refusals = new Map();

/** True if refusals of writes do not apply. */
const isRead = (methods: readonly string[]): boolean => methods.every((method) => method === 'GET');

/** Returns the codes of refusals that a route shares with others, by status. */
export const commonRefusals = (methods: readonly string[], path: string): Refusals => {
  const found = new Map(ALWAYS);
  const more = [...(isRead(methods) ? NO_REFUSALS : OF_WRITES), ...(path.includes('{') ? OF_CAPTURES : NO_REFUSALS)];
  for (const [status, codes] of more) found.set(status, [...(found.get(status) ?? []), ...codes]);
  return found;
};

/** Returns the codes of a status that all reads share, or all writes, and true if reads lack some of them. */
export const sharedCodes = (methods: readonly string[], status: number) => {
  const ofWrites = isRead(methods) ? undefined : OF_WRITES.get(status);
  return { codes: [...(ALWAYS.get(status) ?? []), ...(ofWrites ?? [])], isOfWrites: ofWrites !== undefined };
};
