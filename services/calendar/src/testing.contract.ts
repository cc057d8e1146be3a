import type { I18nMember } from '@almanac/content-model';
import { roles } from '@almanac/identity';
import { checkAnswers } from '@almanac/rest/answer-faults';
import {
  answerOf,
  askService,
  jsonBody,
  ORIGIN,
  type SpecAnswer,
  type Asker as SpecAsker,
} from '@almanac/rest/testing';
import { fixedSettings, type InternalAnswer, listen, readSite, type ServicePorts } from '@almanac/service';
import {
  type BusUnderTest,
  busUnderTest,
  clockUnderTest,
  portsUnderTest,
  type UnderTest,
} from '@almanac/service/testing';
import { composeCalendar, createCalendar, type Following } from './app.ts';
import type { Calendar } from './calendar.ts';
import { collections } from './service.ts';

afterAll(checkAnswers());

export { ORIGIN, type SpecAnswer } from '@almanac/rest/testing';

export type Asker = Exclude<SpecAsker, 'site'> | 'system';

interface Asking {
  /** The JSON body of the request. */
  readonly body?: unknown;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `cal/events/v1`. */
  readonly namespace?: string;
}

export interface TestService extends ServicePorts, Pick<BusUnderTest, 'deliver'> {
  /** Sends requests as a user with that role, with ids from 1 in the order of roles; paths start in the namespace. */
  ask(as: Asker, method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** Sends a request that is not JSON; the path is the service's own. */
  send(as: Asker, path: string, init: RequestInit & { readonly language?: string }): Promise<Response>;
  /** The addresses of pictures that core has fetched. */
  readonly fetched: readonly string[];
  /** Advances the clock. */
  advance(milliseconds: number): void;
  /** Stops the service's own work; it goes on answering. */
  stopWork(): Promise<void>;
  stop(): Promise<void>;
}

const START = '2031-01-01T12:00:00Z';

/** Serves the calendar over HTTP on SQLite in memory, with a clock that the spec controls and a fake core. */
export const serveCalendar = async (
  site: object = {},
  at = START,
  {
    following,
    ...more
  }: Partial<ServicePorts> & Pick<UnderTest, 'limitSettings'> & { readonly following?: Following } = {},
): Promise<TestService> => {
  const { now, advance } = clockUnderTest(at);
  const { bus, deliver } = busUnderTest({ ephemeral: true });
  const fetched: string[] = [];
  const described = { timezone: 'America/New_York', ...site };
  const fetchInternal = besideCore(coreOfTags(fetched));
  const ports = portsUnderTest({ service: 'calendar', collections, described, now, bus, fetchInternal, ...more });
  const app = createCalendar(ports, undefined, following);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${listening.port}`;

  const send: TestService['send'] = (as, path, { headers = {}, ...init }) =>
    askService(address, ports, path, {
      ...init,
      as: as === 'system' ? 'site' : as,
      headers: headers as Record<string, string>,
    });

  const ask: TestService['ask'] = async (as, method, path, asking = {}) => {
    const { body, language = 'en', headers = {}, namespace = 'cal/events/v1' } = asking;
    const sent = jsonBody(body);
    const init = { method, language, body: sent.body, headers: { ...sent.headers, ...headers } };
    return answerOf(await send(as, `/${namespace}${path}`, init));
  };

  return {
    ...ports,
    ask,
    send,
    fetched,
    advance,
    deliver,
    stopWork: () => app.stop(),
    stop: async () => {
      await listening.close(0);
      await app.stop();
      await ports.store.close();
    },
  };
};

/** Returns a calendar under test without a listening server. */
export const calendarOf = (site: object = {}): Calendar =>
  composeCalendar(
    portsUnderTest({
      service: 'calendar',
      collections,
      described: site,
      now: clockUnderTest(START).now,
      fetchInternal: besideCore(coreOfTags([])),
    }),
    fixedSettings(readSite(site).settings),
  );

interface CoreTag {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly language: string;
  readonly i18n: I18nMember;
}

type SentTag = Partial<CoreTag & { readonly translation_of: number }>;

/** A picture without an event so far; core has it, but has not fetched it from its address. */
export const newPicture = { id: 90, address: 'https://elsewhere.test/pier.jpg', path: '/uploads/2031/01/pier.jpg' };

const pictureOf = (image: unknown): object | null => {
  const { id, address, path } = newPicture;
  const isThere = image === id || image === address || image === `${ORIGIN}${path}`;
  const texts = { title: 'Pier', slug: 'pier', alt: '' };
  const file = { path, mimeType: 'image/jpeg' };
  return isThere ? { id, status: 'inherit', ...texts, parent: 0, author: 0, file, sizes: {} } : null;
};

/** Returns a separate fake core, for specs that change some of its answers. */
export const fakeCore = (): ServicePorts['fetchInternal'] => besideCore(coreOfTags([]));

/** Answers the request for pictures: finds them, and fetches all new ones or none. */
const ensurePictures = (fetched: string[], { images, fetch }: { images: readonly unknown[]; fetch: boolean }) => {
  const pictures = images.map(pictureOf);
  const isNew = (image: unknown): image is string => image === newPicture.address && !fetched.includes(image);
  const known = images.map((image, at) => (isNew(image) ? null : (pictures[at] ?? null)));
  if (!fetch || pictures.includes(null)) return known;
  fetched.push(...new Set(images.filter(isNew)));
  return pictures;
};

/** Answers the request for a user, or for the administrators. */
const userAnswer = (path: string, id: number): [status: number, body: unknown] => {
  if (path.includes('?roles=administrator&')) return [200, [{ id: 1 }]];
  return [id >= 1 && id <= roles.length ? 200 : 404, { id, code: 'rest_user_invalid_id', message: '' }];
};

/**
 * Returns the part of core that the calendar uses: a picture, users 1 (an administrator) to 5, and tags that can be
 * found, created, changed and deleted.
 */
const coreOfTags = (fetched: string[]): ServicePorts['fetchInternal'] => {
  const tags = createTags();
  const answer = (status: number, body: unknown): InternalAnswer => ({
    status,
    body,
    headers: new Headers({ 'x-almanac-told': `core/${tags.position()}/0/tag-1` }),
  });
  const tagRoute = (method: string, id: number, values: SentTag, language: string): InternalAnswer => {
    const gone = { deleted: true, code: 'rest_term_invalid', message: '' };
    if (method === 'DELETE') return answer(tags.drop(id) ? 200 : 404, gone);
    return answer(method === 'POST' ? 201 : 200, tags.save(id, values, language));
  };
  return async (_service, path, { method = 'GET', body, language = 'en' } = {}) => {
    const id = Number(/\/(\d+)/.exec(path)?.[1] ?? 0);
    if (path.startsWith('/core/v2/users')) return answer(...userAnswer(path, id));
    if (path === '/internal/mail') return answer(200, { available: false });
    if (path === '/internal/media') {
      return answer(200, { media: ensurePictures(fetched, body as Parameters<typeof ensurePictures>[1]) });
    }
    if (path === '/internal/tags') {
      const asked = body as { readonly tags: readonly string[]; readonly dryRun?: boolean };
      if (asked.tags.some((name) => name.startsWith('<'))) return answer(400, { code: 'empty_term_name', message: '' });
      return answer(200, asked.dryRun ? { tags: [], position: null } : tags.ensure(asked.tags));
    }
    return tagRoute(method, id, body as SentTag, language);
  };
};

/** Returns a fetch to core; the other services are unavailable. */
const besideCore =
  (core: ServicePorts['fetchInternal']): ServicePorts['fetchInternal'] =>
  async (service, ...request) =>
    service === 'core' ? core(service, ...request) : { status: 503, headers: new Headers(), body: undefined };

const createTags = () => {
  const tags = new Map<number, CoreTag>();
  let position = 0;
  const membershipOf = (id: number, language: string, source: CoreTag | undefined): I18nMember => ({
    language,
    source_language: source?.language ?? null,
    group_id: source?.i18n.group_id ?? id,
    translations: { ...source?.i18n.translations, [language]: id },
  });
  const save = (id: number, { translation_of: source = 0, ...values }: SentTag, language = 'en'): CoreTag => {
    const known = tags.get(id) ?? { id: tags.size + 1, name: '', description: '', language };
    const name = values.name ?? known.name;
    const i18n = membershipOf(known.id, known.language, tags.get(source));
    const tag = { slug: name.toLowerCase().replaceAll(' ', '-'), i18n, ...known, ...values, name };
    tags.set(tag.id, tag);
    position++;
    return tag;
  };
  return {
    save,
    position: () => position,
    drop: (id: number) => {
      position++;
      return tags.delete(id);
    },
    ensure: (names: readonly string[]) => {
      const made = names.map((name, n) => ({ ...save(0, { name }), group: null, n }));
      return { tags: made, position };
    },
  };
};
