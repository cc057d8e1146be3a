import { isObject } from '@almanac/rest';
import type { FuzzAnswer } from './exchange.ts';
import type { FuzzRequest } from './requests.ts';

interface Response {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the answers within an answer: that of an envelope, those of the items of a batch. */
const answersIn = (status: number, body: unknown): Response[] => {
  if (!isObject(body)) return [{ status, body }];
  const enveloped = typeof body.status === 'number' && 'headers' in body && 'body' in body;
  if (enveloped) return answersIn(body.status as number, body.body);
  const items = status === 207 && Array.isArray(body.responses) ? body.responses : [];
  return [{ status, body }, ...items.filter(isObject).flatMap((item) => answersIn(Number(item.status), item.body))];
};

/**
 * True if a 5xx answer is documented: 501 for deleting a record type without trash and for oEmbed's XML, 503 if an
 * outside service is not configured. HEAD requests and chosen fields have no code.
 */
const documented = ({ status, body }: Response, unconfigured: ReadonlySet<string>): boolean => {
  const code = isObject(body) ? String(body.code) : '';
  if (status === 503) return code === '' ? unconfigured.size > 0 : unconfigured.has(code);
  return status === 501 && (body === 'Not Implemented' || code === 'rest_trash_not_supported');
};

const isErrorBody = ({ status, body }: Response): boolean =>
  isObject(body) &&
  typeof body.code === 'string' &&
  typeof body.message === 'string' &&
  isObject(body.data) &&
  body.data.status === status;

const parsed = ({ headers, text }: FuzzAnswer): unknown => {
  const type = String(headers['content-type']);
  if (text === '') return text;
  if (type.startsWith('application/javascript')) return JSON.parse(text.slice(text.indexOf('(') + 1, -1));
  return type.startsWith('application/json') ? JSON.parse(text) : text;
};

const shapeless = (asked: FuzzRequest, { headers }: FuzzAnswer): boolean =>
  asked.method === 'HEAD' || String(headers['content-type']).includes('xml') || asked.target.includes('_fields');

/**
 * Returns the faults that an answer itself shows; empty if there are none.
 * @param unconfigured error codes of the route for an outside service that is not configured
 */
export const faultsOf = (asked: FuzzRequest, answer: FuzzAnswer, unconfigured: ReadonlySet<string>): string[] =>
  answersIn(answer.status, parsed(answer)).flatMap((response) => {
    if (response.status >= 500) return documented(response, unconfigured) ? [] : [`answers ${response.status}`];
    if (response.status < 400 || shapeless(asked, answer)) return [];
    return isErrorBody(response) ? [] : [`${response.status} without the common body`];
  });

/** True if the request must not write: its answer is a refusal, or its method only reads. */
export const refuses = (asked: FuzzRequest, answer: FuzzAnswer): boolean => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(asked.method)) return true;
  const [first, ...items] = answersIn(answer.status, parsed(answer));
  return (
    first !== undefined && (first.status >= 400 || (items.length > 0 && items.every(({ status }) => status >= 400)))
  );
};

/** Returns a pattern of streams that a role may not write: all for visitors, all but its own user for subscribers. */
const forbidden = (role: string, id: number): RegExp => {
  if (role === 'anon') return /^/;
  if (role === 'sub1') return new RegExp(`^(?!user-${id}$|claim-user/|applicationpassword-)`);
  if (role === 'editor1') return new RegExp(`^(user-(?!${id}$)|settings)`);
  if (role === 'author1') return new RegExp(`^(user-(?!${id}$)|settings)`);
  return role === 'contrib1' ? new RegExp(`^(user-(?!${id}$)|settings|category|categorytree)`) : /^(?!)/;
};

/** Returns the streams that the role had no right to write. */
export const trespasses = (role: string, id: number, touched: readonly string[]): string[] => {
  const pattern = forbidden(role, id);
  return touched.filter((stream) => pattern.test(stream));
};

const editors = ['editor1', 'admin'];
/** Roles that may create records, by collections that are not open to every writer. */
const creators: Readonly<Record<string, readonly string[]>> = {
  '/core/v2/users': ['admin'],
  '/core/v2/categories': editors,
  '/cal/events/v1/tags': editors,
  '/cal/events/v1/categories': ['author1', ...editors],
  '/core/v2/media': ['author1', ...editors],
};

/** True if the answer created a record that the role may not create. */
export const oversteps = ({ pattern, role }: FuzzRequest, { status }: FuzzAnswer): boolean =>
  status === 201 && creators[pattern]?.includes(role) === false;
