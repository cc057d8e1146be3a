import { readRecordRestoration, type ServiceName } from '@almanac/contracts';
import { codeOf } from '@almanac/i18n';
import { invalidParams, type RestRequest, type RestResponse } from '@almanac/rest';
import { type InternalAnswer, refusedWith, ServiceUnavailableError } from '@almanac/service';
import { miscErrors } from '../../errors.ts';
import type { Misc } from '../../misc.ts';
import { askEvery, firstOf } from './everyService.ts';
import { remainingReferences, type Warning } from './remainingReferences.ts';

interface RecordVersion {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Restoration data of a record, and the service that owns it. */
interface RestorableRecord {
  readonly service: ServiceName;
  readonly version: number;
  readonly etag: string;
  readonly route: string | undefined;
  readonly method: 'POST' | 'PUT';
  readonly members: Members | undefined;
  readonly references: Readonly<Record<string, string>>;
}

/** Maximum number of attempts if others change the record concurrently. */
const MAX_ATTEMPTS = 5;

/**
 * Restores a version of a record by its own change command and as the caller (docs/interface/ops.md §3). The change
 * applies only to the version that was read, so no concurrent change is lost.
 */
export const restoreRecord = async (misc: Misc, request: RestRequest<RecordVersion>): Promise<RestResponse> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { version: restored } = request.args;
    const found = await findRecord(misc, request);
    if (found.members === undefined) throw invalidParams({ version: NO_SUCH_VERSION });
    if (found.route === undefined) throw miscErrors.notRestorable();
    const { members, warnings } = await remainingReferences(misc, found.members, found.references);
    if (Object.keys(members).length === 0) return { body: { restored, version: found.version, warnings } };
    if (!(await changed(misc, request, found, slugged(members)))) continue;
    const now = await findRecord(misc, request);
    const body = { restored, version: now.version, warnings: [...warnings, ...renamed(members, now)] };
    return { body, committed: true };
  }
  throw miscErrors.recordContended();
};

/** @throws DomainError 404 */
const findRecord = async (
  misc: Misc,
  { args: { kind, id, version }, principal }: Pick<RestRequest<RecordVersion>, 'args' | 'principal'>,
): Promise<RestorableRecord> => {
  const said = await askEvery(misc, readRecordRestoration, { kind, id, version }, { principal });
  const found = firstOf(said, ({ restoration }) => restoration);
  if (found === undefined) throw miscErrors.unknownRecord();
  const { route, method = 'POST', members, ...known } = found.known;
  return { ...known, service: found.service, route, method, members };
};

/** Returns a warning if the slug belongs to another record meanwhile, so that the command added a suffix. */
const renamed = ({ slug }: Members, now: RestorableRecord): Warning[] =>
  slug !== undefined && now.members?.slug !== undefined ? [{ code: 'slug_taken', detail: String(slug) }] : [];

/** Message for an unknown version. */
const NO_SUCH_VERSION = '{name} is no version of the record.';

const SLUG_TAKEN = 'duplicate_term_slug';

/** Returns the members as they were, then with other slugs, for commands that do not find a free slug themselves. */
const slugged = (members: Members): readonly [Members, ...Members[]] =>
  members.slug === undefined
    ? [members]
    : [members, ...[2, 3, 4, 5].map((n) => ({ ...members, slug: `${members.slug}-${n}` }))];

/**
 * Changes the record to the first of the members whose slug is free.
 * @returns false if another change came first
 * @throws DomainError if the command refuses the members
 */
const changed = async (
  misc: Misc,
  request: RestRequest<RecordVersion>,
  found: RestorableRecord,
  [members, ...others]: readonly [Members, ...Members[]],
): Promise<boolean> => {
  let answer = await send(misc, request, found, members, { 'if-match': found.etag });
  if (answer.status === 412) {
    const again = await findRecord(misc, request);
    if (again.version !== found.version) return false;
    // the command does not compare versions
    answer = await send(misc, request, found, members, {});
  }
  const [next, ...rest] = others;
  const isSlugTaken = codeOf(answer.body) === SLUG_TAKEN;
  return isSlugTaken && next !== undefined ? changed(misc, request, found, [next, ...rest]) : accepted(found, answer);
};

const send = (
  { fetchInternal }: Misc,
  { principal, language, site, apiRoot, context }: RestRequest<RecordVersion>,
  { service, route, method }: RestorableRecord,
  body: Members,
  headers: Readonly<Record<string, string>>,
): Promise<InternalAnswer> =>
  fetchInternal(service, route ?? '', {
    method,
    principal,
    language,
    body,
    correlation: context.correlation,
    headers: { ...headers, 'x-almanac-site': site, 'x-almanac-api-root': apiRoot },
    timeout: 20_000,
  });

const accepted = ({ service }: RestorableRecord, { status, body }: InternalAnswer): true => {
  if (status < 400) return true;
  throw status < 500 ? refusedWith(service, status, body) : new ServiceUnavailableError(service);
};
